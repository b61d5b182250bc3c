// An address that led to a pick leads to that pick where it is now; without this, to the top of its page.
location.replace(document.querySelector("a").href + location.hash);
