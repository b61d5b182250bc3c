"""What sites show to robots, recognised; and real programs, left alone."""

import re
from pathlib import Path

import pytest

from bot import page, scrape
from bot.errors import Blocked, BotError, LayoutChanged, NotPublished, SourceError
from bot.model import Provenance
from bot.page import Page
from bot.web import walls
from bot.web.recording import saved

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "programs"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is absent")


def read(body: str | bytes, url: str = "https://harbour.example/2026/program") -> Page:
    return page.read(body.encode() if isinstance(body, str) else body, source=Provenance(url=url))


def html(body: str, *, title: str = "Harbour Days 2026", head: str = "") -> Page:
    return read(f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>")


PROGRAM = "<h1>Program</h1>" + "".join(
    f"<h3>{hour}:00 Cranes that think, part {hour}</h3><p>Ada Pier and Ben Quay show how a crane learns to wait.</p>"
    for hour in range(8, 22)
)

CHALLENGES = {
    "Cloudflare": html("<noscript>Enable JavaScript and cookies to continue</noscript>", title="Just a moment..."),
    "Cloudflare, in German": html("<script>window._cf_chl_opt = {cvId: '3'}</script>", title="Nur einen Moment…"),
    "Cloudflare, banned": html("<h1>Sorry, you have been blocked</h1>", title="Attention Required! | Cloudflare"),
    "Akamai": html(
        "<h1>Access Denied</h1>You don't have permission. Reference&#32;&#35;18&#46;5d1a2b3c&#46;1790000000&#46;1a2b"
    ),
    "Akamai, waiting": html('<div id="sec-if-cpt-container">Powered and protected by</div>', title="Challenge"),
    "Imperva": html('<iframe src="/_Incapsula_Resource?x=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe>'),
    "Imperva, silent": html("", head='<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>'),
    "Imperva, polite": html("<h1>Pardon Our Interruption</h1>", title="Pardon Our Interruption"),
    "PerimeterX": html('<div id="px-captcha">Press &amp; Hold</div>', title="Access to this page has been denied."),
    "AWS WAF": html("<script>window.gokuProps = {key: 'x'};</script><div id='challenge-container'></div>", title=""),
    "AWS WAF, puzzle": html("<div id='captcha-container'></div>", title="Human Verification"),
    "DataDome": html(
        "<script>var dd={'host':'geo.captcha-delivery.com'}</script><p>Please enable JS</p>", title="x.example"
    ),
    "Anubis": html("<p>Loading…</p><p>Protected by Anubis</p>", title="Making sure you&#39;re not a bot!"),
    "Cloudflare, of old": html("<h1>Turn scripts on and reload.</h1>", title="Please Wait... | Cloudflare"),
    "Wordfence": html("<h1>Your access to this site has been limited by the site owner</h1>", title="403 Forbidden"),
    "Kasada": html("<script>window.KPSDK={};</script><script src='/149e/ips.js'></script>", title=""),
    "Azure WAF": html("<p>The request is blocked.</p><p>Azure WAF</p>", title="Blocked"),
    "Radware": html("<p>Please solve this.</p>", title="Radware Captcha Page"),
    "Vercel": html("<p>We're verifying your browser</p>", title="Vercel Security Checkpoint"),
    "SiteGround": html('<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">'),
    "F5": html("The requested URL was rejected. Please consult with your administrator. Your support ID is: 1"),
    "browser check": html("<p>Verifying you are human. This may take a few seconds.</p>", title="harbour.example"),
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_is_known_by_its_marks(name: str) -> None:
    assert name.partition(",")[0] == walls.challenge(CHALLENGES[name])


@pytest.mark.parametrize(
    ("wall", "body"),
    [
        ("OpenReview", '{"name": "ChallengeRequiredError", "message": "verify", "details": {}}'),
        ("DataDome", '{"url": "https://geo.captcha-delivery.com/captcha/?cid=1"}'),
        ("PerimeterX", '{"appId": "PX1", "jsClientSrc": "/x.js", "blockScript": "/y.js"}'),
        ("", '{"name": "ForbiddenError", "message": "no"}'),
        ("", '{"name": {"en": "Harbour Days"}, "url": ["https://harbour.example/"]}'),
        ("", "[]"),
        ("", "BEGIN:VCALENDAR\nEND:VCALENDAR"),
        ("", '<?xml version="1.0"?><schedule><name>ChallengeRequiredError</name></schedule>'),
        ("", "Just a moment..."),
    ],
)
def test_a_challenge_may_be_data(wall: str, body: str) -> None:
    assert wall == walls.challenge(read(body))


@pytest.mark.parametrize(
    ("wall", "headers"),
    [
        ("Cloudflare", {"CF-Mitigated": "challenge"}),
        ("AWS WAF", {"x-amzn-waf-action": "Captcha"}),
        ("Vercel", {"x-vercel-mitigated": "deny"}),
        ("SiteGround", {"sg-captcha": "challenge"}),
        ("", {"server": "cloudflare", "cf-ray": "8f", "x-datadome": "protected", "x-vercel-mitigated": ""}),
    ],
)
def test_headers_tell_a_wall(wall: str, headers: dict[str, str]) -> None:
    assert wall == walls.in_headers(headers)


WATCHED = (
    '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
    '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>',
    "<script>window._pxAppId = 'PX1'</script>",
    '<script src="https://a1.edge.sdk.awswaf.com/a/challenge.js"></script>',
    '<script>window.ddoptions = {endpoint: "https://api-js.datadome.co"}</script>',
    '<div class="g-recaptcha" data-sitekey="x"></div>',
    '<a href="/login">Sign in</a><form><input name="password" type="password"></form>',
)


@pytest.mark.parametrize("mark", WATCHED)
def test_a_program_that_watches_its_visitors_or_lets_them_log_in_is_not_a_wall(mark: str) -> None:
    program = html(PROGRAM + mark)

    assert "" == walls.challenge(program)
    assert walls.suspicion(program) is None


def test_a_program_about_walls_is_not_a_wall() -> None:
    talks = " ".join(f"<h3>Talk {n}</h3><p>Verifying you are human: is it worth a moment?</p>" for n in range(12))

    assert "" == walls.challenge(html(talks, title="Just a moment, and other talks on Cloudflare"))


# Suspicions: only for pages that no platform knows


@pytest.mark.parametrize(
    "page",
    [
        html('<h1>Welcome</h1><form><input name="user"><input type="password"></form>'),
        html("<p>Use your university account.</p>", title="Sign in to Harbour"),
        html("<h1>Log in</h1>"),
        html(
            "<form action='https://idp.example/idp/profile/SAML2/POST/SSO'><input type=hidden name=SAMLRequest></form>"
        ),
    ],
)
def test_a_login_is_blocked(page: Page) -> None:
    refusal = walls.suspicion(page)

    assert isinstance(refusal, Blocked)
    assert "harbour.example asks for a login instead of showing a program" == str(refusal)
    assert "--from FILE" in refusal.hint


@pytest.mark.parametrize(
    "page",
    [
        html("<h1>Page not found</h1>"),
        html("<p>Oops</p>", title="404 | Harbour Days"),
        html("<h1>This page does not exist</h1>"),
        html("<h1>Seite nicht gefunden</h1>"),
    ],
)
def test_an_error_page_that_claims_to_be_fine_is_not_published(page: Page) -> None:
    refusal = walls.suspicion(page)

    assert isinstance(refusal, NotPublished)
    assert "harbour.example says that there is no such page" == str(refusal)


@pytest.mark.parametrize(
    "page",
    [
        html("<center><h1>403 Forbidden</h1></center>", title="403 Forbidden"),
        html("<p>Slow down.</p>", title="429 Too Many Requests"),
        html("<h1>Unauthorized</h1>"),
    ],
)
def test_a_plain_refusal_is_blocked(page: Page) -> None:
    refusal = walls.suspicion(page)

    assert isinstance(refusal, Blocked)
    assert str(refusal).startswith("harbour.example refuses to show the page (")


@pytest.mark.parametrize(
    "words",
    [
        "Program coming soon!",
        "The program will be announced in May.",
        "The schedule is not yet available.",
        "The program is not available yet.",
        "TBA",
        "The list will appear here in May.",
        "Das Programm folgt in Kürze.",
        "Le programme sera disponible prochainement.",
    ],
)
def test_a_program_that_is_still_to_come_is_not_published(words: str) -> None:
    refusal = walls.suspicion(html(f"<h1>Program</h1><p>{words}</p>"))

    assert isinstance(refusal, NotPublished)
    assert "harbour.example says that its program is not out yet" == str(refusal)


@pytest.mark.parametrize(
    ("body", "failure"),
    [
        ('{"detail": "Authentication credentials were not provided."}', Blocked),
        ('{"errors": [{"message": "Unauthorized"}], "data": null}', Blocked),
        ("<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", Blocked),
        ("error code: 1020", Blocked),
        ('{"error": "Not found", "status": 404}', NotPublished),
        ("404: Not Found", NotPublished),
    ],
)
def test_an_interface_s_refusal_is_told_in_its_own_words(body: str, failure: type[BotError]) -> None:
    refusal = walls.suspicion(read(body))

    assert isinstance(refusal, failure)
    assert re.match(r"harbour\.example (?:refuses to answer|has no answer): \S", str(refusal))


def test_words_around_a_program_to_come_do_not_hide_that() -> None:
    menu, footer = "<nav>" + "Home of Harbours " * 60 + "</nav>", "<footer>" + "Imprint and so on " * 60 + "</footer>"
    refusal = walls.suspicion(html(f"{menu}<main><h1>Program</h1><p>Stay tuned!</p></main>{footer}"))

    assert isinstance(refusal, NotPublished)


MENU = "<nav>Home Program Papers Speakers Venue Travel Sponsors</nav>"


@pytest.mark.parametrize(
    "page",
    [
        html('<div id="root"></div><script src="/app.js"></script>'),
        html(f'{MENU}<div class="cards"></div><script src="/papers.js"></script>'),
        html(f'<p>{"About us. " * 150}</p><div id="app"></div><script src="/app.js"></script>'),
        html(f"<p>{'About us. ' * 150}</p><noscript>You need to enable JavaScript.</noscript><script>go()</script>"),
    ],
)
def test_a_page_that_only_a_browser_fills_in_is_refused_with_a_reason(page: Page) -> None:
    refusal = walls.suspicion(page)

    assert isinstance(refusal, LayoutChanged)
    assert "harbour.example sent a page that only a browser fills in, with no program in it" == str(refusal)


@pytest.mark.parametrize("page", [html(PROGRAM), html(MENU), read("just words"), read("<p>")])
def test_other_pages_are_not_suspected(page: Page) -> None:
    assert walls.suspicion(page) is None


@pytest.mark.parametrize(
    "body", ["<", "<html", "<!doctype html>", "<html><frameset><frame src=a></frameset></html>", "<title>", "<!-- x"]
)
def test_scraps_of_html_do_no_harm(body: str) -> None:
    assert "" == walls.challenge(read(body))
    walls.suspicion(read(body))


def test_a_wall_is_named_after_the_file_that_was_saved() -> None:
    challenge = read("<title>Just a moment...</title>", url="saved page [1].html")

    with pytest.raises(Blocked, match=r"^saved page \[1\]\.html shows a wall for robots \(Cloudflare\)"):
        scrape.refuse_walls(challenge)


# Reading a program from a page that may be a wall


def refusal_of(file: Path) -> BotError:
    recording = saved(file)
    with pytest.raises(BotError) as error:
        scrape.read(recording.page(file.name), recording)
    return error.value


def test_a_saved_challenge_is_blocked(tmp_path: Path) -> None:
    (tmp_path / "wall.html").write_text("<html><title>Just a moment...</title><body></body></html>")

    assert isinstance(refusal_of(tmp_path / "wall.html"), Blocked)


def test_a_saved_shell_is_refused_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "shell.html").write_text('<html><body><div id="root"></div><script src="a.js"></script></body></html>')

    assert "only a browser fills in" in str(refusal_of(tmp_path / "shell.html"))


def test_a_stranger_that_is_no_wall_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "blog.txt").write_text("Dear diary, no program today.")

    assert "not a program that any platform knows" in str(refusal_of(tmp_path / "blog.txt"))


# Real pages


def real(pattern: str) -> list[Path]:
    return sorted(SHARED.glob(pattern))


@needs_shared
@pytest.mark.parametrize("file", real("_blocked/*.html"), ids=lambda file: file.name)
def test_real_challenges_are_blocked(file: Path) -> None:
    assert isinstance(refusal_of(file), Blocked)


@needs_shared
def test_the_real_shell_is_refused_with_a_reason() -> None:
    shell = SHARED / "virtual-site" / "iclr2020-papers.shell.html"

    assert isinstance(refusal_of(shell), LayoutChanged | NotPublished)
    assert isinstance(walls.suspicion(read(shell.read_bytes())), LayoutChanged)


@needs_shared
@pytest.mark.parametrize(
    "file",
    [
        file
        for file in real("[!_]*/*.*")
        if file.suffix in (".html", ".json", ".xml", ".ics")
        and not any(mark in file.name for mark in (".shell.", "empty-", "not-found"))
    ],
    ids=lambda file: f"{file.parent.name}/{file.name}",
)
def test_real_programs_are_not_taken_for_walls(file: Path) -> None:
    try:
        program = read(file.read_bytes())
    except SourceError:
        pytest.skip("not a page")

    assert "" == walls.challenge(program)
    assert walls.suspicion(program) is None


@pytest.mark.parametrize(
    "words",
    [
        "Purchase this article for 35 dollars",
        "Get full access to this article",
        "Access through your institution",
        "Log in to read the whole text",
        "Institutional sign in",
        "<input type='password'>",
    ],
)
def test_a_page_that_offers_a_paper_for_a_fee_is_a_paywall(words: str) -> None:
    assert walls.is_paywall(read(f"<html><body><p>{words}</p>"))


@pytest.mark.parametrize("words", ["We purchase bandwidth", "Access links are slow", "Open access", "Download the PDF"])
def test_a_page_that_speaks_of_access_is_no_paywall(words: str) -> None:
    assert not walls.is_paywall(read(f"<html><body><p>{words}</p>"))


@pytest.mark.parametrize(
    "body",
    [
        '{"detail": "Authentication credentials were not provided."}',
        '{"_type": "HTTPAPIError", "message": "Event is private"}',
        '{"error": {"code": 429, "message": "Too Many Requests"}}',
    ],
)
def test_an_interface_that_refuses_to_answer_is_blocked(body: str) -> None:
    assert isinstance(walls.suspicion(read(body)), Blocked)


@pytest.mark.parametrize(
    "body",
    [
        '{"title": "Not Found", "status": 404}',
        '{"detail": "Not found."}',
        '{"message": "No such event"}',
        "[]",
        '{"meta": {"total": 0}, "objects": []}',
    ],
)
def test_an_interface_without_an_answer_is_not_published(body: str) -> None:
    assert isinstance(walls.suspicion(read(body)), NotPublished)


@pytest.mark.parametrize("body", ['{"message": "Welcome"}', '{"rows": [1], "more": []}', "{}"])
def test_other_answers_are_not_suspected(body: str) -> None:
    assert walls.suspicion(read(body)) is None
