"""Twelve contributions that do not exist, with write-ups made as the extractive writer makes them: honest, and shorter.

Some of the abstracts are as messy as real ones: LaTeX, formulas kept twice, words broken at the end of a line.
"""

import re

from bot.model import Claim, Contribution, Depth, Passage, Person, Pick, Provenance, Tier, WriteUp

READER = """
Product manager for data center networks. Topics: RDMA and transport, optics, eBPF, workload identity, 400G upgrades.
"""

# A field a line, longer ones go on below; "!" marks a judgement, "-" a claim of silence.
_TEXTS = (
    """
title: Plover: Lossless Congestion Control without Switch Support
people: Ada Lindqvist (Norrland University); Benno Achterberg
session: Transport
links: https://plover.example.org/paper.pdf
text: Datacenter operators run RDMA over lossy Ethernet, yet today's transports still depend on priority flow control,
  which causes head-of-line blocking. We present Plover, a congestion control that needs no switch support. Plover
  infers queue depth from the spacing of acknowledgements (measured in hardware) and paces every flow at the NIC.
  Unlike earlier delay-based schemes, it does not rely on synchronized clocks. On a 64-node testbed with 100 Gbps
  links, Plover reduces 99th-percentile latency by 37% and raises goodput from 71 Gbps to 88 Gbps compared to Harrow,
  the best prior scheme. It needs less than 2 µs to react to incast and uses 24 KB of NIC memory per 1,000 flows. In
  simulations of a 4,096-host Clos network, flow completion times drop by up to 2.4×. Our code is available at
  https://git.example.org/plover.
why! It touches your topic RDMA and transport: lossy Ethernet, congestion control.
why: Datacenter operators run RDMA over lossy Ethernet, yet today's transports still depend on priority flow control.
what: The authors present Plover, a congestion control that needs no switch support.
what: On a 64-node testbed with 100 Gbps links, Plover reduces 99th-percentile latency by 37% and raises goodput from
  71 Gbps to 88 Gbps compared to Harrow.
what: It needs less than 2 µs to react to incast and uses 24 KB of NIC memory per 1,000 flows.
how: Plover infers queue depth from the spacing of acknowledgements and paces every flow at the NIC.
how: Unlike earlier delay-based schemes, it does not rely on synchronized clocks.
where: In simulations of a 4,096-host Clos network, flow completion times drop by up to 2.4×.
where: Code: https://git.example.org/plover.
""",
    """
title: Quillon: Serving Mixture Models on Spot Instances
people: Chidi Okwuosa; Dunja Perlmutter (Zadar Polytechnic)
session: Serving
links: https://quillon.example.org/
text: Large language models are expensive to serve. Spot instances cut the price by up to 70%, but they can be revoked
  with 30 seconds of notice. Existing systems either restart from scratch or keep idle replicas, and both waste money.
  This paper introduces Quillon, a serving system that moves the key-value cache of running requests to the surviving
  machines before the revocation. Quillon splits each cache into 256K-token blocks, sends the hottest blocks first,
  and recomputes the rest. We evaluate Quillon on 48 A30 GPUs with three models of 7B, 13B and 70B parameters. It
  serves 1.9$\\times$ more requests per dollar than Kestrel and 2.6$\\times$ more than on-demand serving, while the time
  to first token grows by only 45 ms. Quillon loses no request in 12,000 simulated revocations. The cost per million
  tokens falls from $4.10 to $1.55.
why: Spot instances cut the price by up to 70%, but they can be revoked with 30 seconds of notice.
why: Existing systems either restart from scratch or keep idle replicas.
what: Quillon is a serving system that moves the key-value cache of running requests to the surviving machines before
  the revocation.
what: It serves 1.9× more requests per dollar than Kestrel and 2.6× more than on-demand serving, while the time to
  first token grows by only 45 ms.
what: The cost per million tokens falls from $4.10 to $1.55.
how: Quillon splits each cache into 256K-token blocks, sends the hottest blocks first, and recomputes the rest.
where: The authors evaluate Quillon on 48 A30 GPUs with three models of 7B, 13B and 70B parameters.
where: Quillon loses no request in 12,000 simulated revocations.
where- The abstract does not say whether the code is public.
""",
    """
title: Two Years of Tarn: Tracing Every Request at a Bank
people: Eszter Vas (Banka Moravia)
session: Observability
links: https://sched.example.org/tarn
text: In this talk I will share what we learned from running Tarn, our in-house tracing pipeline, in production for
  two years. Tarn collects spans from 3,400 services on 210 Kubernetes clusters and stores about 9 TB per day. We
  started with head sampling at 1%, which missed most of the incidents that mattered, and moved to tail sampling with
  eBPF probes. Since then the mean time to detect an incident went down from 25 minutes to 6 minutes. You will hear
  why our first rollout failed, how a single misconfigured collector took down payments for 40 minutes, and which
  alerts we deleted (more than half of them). I will also explain how we kept the CPU overhead below 3%, why we do not
  trace batch jobs, and what we would do differently if we started again with OpenTelemetry today.
why! Tarn relies on eBPF, which is among your topics.
why: Head sampling at 1% missed most of the incidents that mattered.
what: The speaker shares what they learned from running Tarn, their in-house tracing pipeline, in production for two
  years.
what: Since then the mean time to detect an incident went down from 25 minutes to 6 minutes.
how: The team started with head sampling at 1%, and moved to tail sampling with eBPF probes.
how: The speaker explains how they kept the CPU overhead below 3%, why they do not trace batch jobs, and what they
  would do differently.
where: Tarn collects spans from 3,400 services on 210 Kubernetes clusters and stores about 9 TB per day.
""",
    """
title: Workload Identity Binding for Short-Lived Credentials
people: Faisal Rahimi (Kestova Networks); Greta Holm
session: wimse
links: https://drafts.example.org/draft-rahimi-wimse-binding-03
text: This document describes how a workload proves possession of a private key when it presents a short-lived
  credential. Bearer tokens can be replayed by anyone who obtains them. The mechanism defined here binds a JSON Web
  Token to a TLS channel by means of an exporter value, as specified in RFC 9266. Credentials MUST expire within 15
  minutes and MUST NOT be renewed without a fresh proof. The document also registers the media type
  "application/wib+jwt" and two new HTTP header fields. It does not define how identities are assigned.
  Implementations that support TLS 1.3 need no change to the handshake. This document updates RFC 8705 and has been
  adopted by the WIMSE working group.
why! A core topic of yours: workload identity.
why: Bearer tokens can be replayed by anyone who obtains them.
what: The document describes how a workload proves possession of a private key when it presents a short-lived
  credential.
how: The mechanism binds a JSON Web Token to a TLS channel by means of an exporter value, as specified in RFC 9266.
how: Credentials MUST expire within 15 minutes and MUST NOT be renewed without a fresh proof.
how: It registers the media type "application/wib+jwt" and two new HTTP header fields.
where: It does not define how identities are assigned.
where: The document updates RFC 8705 and has been adopted by the WIMSE working group.
""",
    """
title: Lantern: A 1.6 Tb/s Optical Link at Half the Power
people: Hiro Tanabe (Sendai Photonics); Ines Caldeira
session: Optics
links: https://lantern.example.org/lantern.pdf
text: Pluggable transceivers already draw a third of a switch's power, and each new generation draws more. We
  demonstrate Lantern, a co-packaged link that carries 1.6 Tb/s over 16 fibers without a digital signal processor.
  Lantern drives 32 micro-ring modulators at 50 Gbps each and corrects their drift with an analog loop that settles in
  800 ns. The prototype, fabricated in a commercial 45 nm process, consumes 3.2 pJ/bit, about half of what pluggable
  modules need, and reaches a bit error rate of 10^-12 over 2 km. It keeps this rate between 15 °C and 85 °C. Compared
  with 800G pluggables, Lantern cuts latency from 110 ns to 12 ns. We did not test links longer than 2 km. To our
  knowledge, this is the first link of its kind that operates without forward error correction.
why! Optics is one of your topics, and 400G upgrades meet the same limit: power.
why: Pluggable transceivers already draw a third of a switch's power.
what: The authors demonstrate Lantern, a co-packaged link that carries 1.6 Tb/s over 16 fibers without a digital
  signal processor.
what: The prototype consumes 3.2 pJ/bit, about half of what pluggable modules need, and reaches a bit error rate of
  10^-12 over 2 km.
what: Compared with 800G pluggables, Lantern cuts latency from 110 ns to 12 ns.
how: Lantern drives 32 micro-ring modulators at 50 Gbps each and corrects their drift with an analog loop that settles
  in 800 ns.
where: The prototype is fabricated in a commercial 45 nm process; it keeps this rate between 15 °C and 85 °C.
where: The authors did not test links longer than 2 km.
where: To their knowledge, this is the first link of its kind that operates without forward error correction.
""",
    """
title: Counting What Nobody Counts: DNS Resolvers of Small Islands
people: Jonas Petit; Kalani Mahoe (Pacific Measurement Lab)
session: Measurement
links: https://islands.example.org/data
text: Most studies of DNS look at large networks. We measured the resolvers of 23 island states for 18 months from 460
  vantage points, sending 1.2 billion queries. Two thirds of all queries leave the island, and 41% of them cross more
  than one ocean. Median resolution takes 187 ms, four times the continental median of 46 ms; at the 95th percentile
  it takes 1.4 s. Only 9% of the resolvers validate DNSSEC, against 34% on the continents. We find that moving a
  single cache onto the island would cut median latency by 62 percentage points in the best case and by 11 in the
  worst. Operators in five states have since installed one. Nine of the 23 states depend on one cable. We publish the
  data set, but not the addresses of the resolvers.
why: Most studies of DNS look at large networks.
what: Two thirds of all queries leave the island, and 41% of them cross more than one ocean.
what: Median resolution takes 187 ms, four times the continental median of 46 ms; at the 95th percentile it takes 1.4
  s.
what: Only 9% of the resolvers validate DNSSEC, against 34% on the continents.
how: The authors measured the resolvers of 23 island states for 18 months from 460 vantage points, sending 1.2 billion
  queries.
where: Operators in five states have since installed one.
where: The authors publish the data set, but not the addresses of the resolvers.
""",
    """
title: Hollow Trust: Stealing Keys from Confidential VMs
people: Leila Farouk; Marek Dvorsky (Institute of Applied Ciphers, Brno)
session: Security
links: https://hollow.example.org/
text: Confidential virtual machines promise that not even the cloud provider can read a tenant's memory. We show that
  this promise does not hold on two of the three platforms we examined. Our attack, HollowTrust, abuses the way in
  which page tables are re-encrypted during live migration. It recovers a 2048-bit signing key in 14 minutes with a
  success rate of 92%, needs no physical access, and leaves no trace in the audit log. A mitigation in the hypervisor
  costs 5% of throughput; a mitigation in firmware costs less than 0.5%. Both vendors were informed 120 days before
  publication and have shipped patches; a third vendor, Ostara Cloud, is not affected because it does not support live
  migration. We release neither the exploit nor the traces.
why: Confidential virtual machines promise that not even the cloud provider can read a tenant's memory.
what: The authors show that this promise does not hold on two of the three platforms they examined.
what: It recovers a 2048-bit signing key in 14 minutes with a success rate of 92%, needs no physical access, and
  leaves no trace in the audit log.
how: The attack, HollowTrust, abuses the way in which page tables are re-encrypted during live migration.
where: A mitigation in the hypervisor costs 5% of throughput; a mitigation in firmware costs less than 0.5%.
where: Both vendors were informed 120 days before publication and have shipped patches.
where- The abstract gives no figures for other platforms.
""",
    """
title: Sparrowhawk: Verifying BGP Policies of a Whole Backbone
people: Nadia Ferrante; Olu Bankole (Transcontinental Backbone Group)
session: Verification
links: https://sparrowhawk.example.org/slides.pdf, https://sparrowhawk.example.org/video
text: Misconfigured routing policies cause outages, and verifiers do not scale to backbones with 10K routers and 300M
  routes. Sparrowhawk splits the network into regions, verifies them in parallel, and exchanges only the routes that
  cross a border. It checks a change in 7 minutes on 40 servers, 18×× faster than Batavia and with 5.5×× less memory,
  and it finds all violations that Batavia finds. Sparrowhawk has run in production for 14 months at a backbone with
  256256 points of presence. During this time it examined 31,000 changes, rejected 212, and reduced the number of
  policy-caused incidents from 19 to 3 per year. Verifying incremen-
  tally takes sub-10msms for 90% of changes. It
  cannot model vendor-specific timers.
why! It concerns operations more than your topics.
why: Misconfigured routing policies cause outages, and verifiers do not scale to backbones with 10K routers and 300M
  routes.
what: It checks a change in 7 minutes on 40 servers, 18× faster than Batavia and with 5.5× less memory.
what: During this time it examined 31,000 changes, rejected 212, and reduced the number of policy-caused incidents
  from 19 to 3 per year.
what: Verifying incrementally takes less than 10 ms for 90% of changes.
how: Sparrowhawk splits the network into regions, verifies them in parallel, and exchanges only the routes that cross
  a border.
where: Sparrowhawk has run in production for 14 months at a backbone with 256 points of presence.
where: It cannot model vendor-specific timers.
""",
    """
title: Keynote: The Next Decade of Schedulers
people: Priya Raman (Kuura Systems)
session: Plenary
links: https://keynote.example.org/
text: Ten years ago, a cluster was a few hundred machines and one scheduler. Today a training job alone may hold
  20,000 accelerators for weeks, and half of the failures that stop it are failures of the network. In this keynote,
  Priya Raman looks back at the four schedulers that Kuura Systems built and threw away. She argues that fairness was
  the wrong goal, that preemption must cost less than 1% of a job's progress, and that schedulers should read the
  topology rather than guess it. "We optimized utilization and forgot the people who wait," she says. Expect war
  stories, three open problems, and no product announcements.
why: Half of the failures that stop a training job are failures of the network.
what: Priya Raman looks back at the four schedulers that Kuura Systems built and threw away.
what: She argues that fairness was the wrong goal, that preemption must cost less than 1% of a job's progress, and
  that schedulers should read the topology rather than guess it.
how: “We optimized utilization and forgot the people who wait,” she says.
where: A training job alone may hold 20,000 accelerators for weeks.
where- The abstract states no dates and no method.
""",
    """
title: Moraine: Deduplicating Backups at Petabyte Scale
people: Quentin Aubry; Rosa Delgado (Archivo Nacional)
session: Storage
links: https://moraine.example.org/paper
text: Backups are mostly copies of copies. Moraine is a deduplicating store that keeps 8 PB of backups in 610 TB of
  flash, a ratio of 13:1. Instead of one index it keeps a tree of Bloom filters, so a lookup costs 1.1 reads on
  average and never more than three. Ingest reaches 24 GB/s per node, and restores run at 9 GB/s, 3-5x faster than in
  ColdVault, although restores of the oldest tenth of the data are 20% slower. Garbage collection is concurrent; it
  pauses writes for at most 40 ms. Moraine uses 12 GB of memory per petabyte. We replayed 26 weeks of traces from a
  national archive. Moraine does not encrypt data, and it has not been used outside the authors' lab.
why: Backups are mostly copies of copies.
what: Moraine is a deduplicating store that keeps 8 PB of backups in 610 TB of flash.
what: Ingest reaches 24 GB/s per node, and restores run at 9 GB/s, 3-5x faster than in ColdVault.
how: Instead of one index it keeps a tree of Bloom filters, so a lookup costs 1.1 reads on average and never more than
  three.
how: Garbage collection is concurrent; it pauses writes for at most 40 ms.
where: The authors replayed 26 weeks of traces from a national archive.
where: Moraine does not encrypt data, and it has not been used outside the authors' lab.
""",
    """
title: Hands-on: Writing Your First CNI Plugin
people: Samir Haddad (Oasis Cloud); Tove Bjork
session: Tutorials
links: https://tutorial.example.org/cni
text: This 90-minute tutorial teaches you to write a container network plugin from scratch. You will start with 60
  lines of shell, then replace them with a small Go program that assigns addresses, sets up veth pairs and programs
  routes with eBPF. We compare three ways to reach other nodes: static routes, VXLAN and WireGuard, which costs 15% to
  30% of throughput on our laptops. No prior experience with Kubernetes networking is required, but you should know
  what a namespace is. Bring a laptop with at least 8 GB of memory. All exercises are open source, under the Apache
  2.0 license, and run offline. Seats are limited to 80 people. Previous editions had a waiting list of over 200.
why! eBPF is one of your topics.
what: The tutorial teaches to write a container network plugin from scratch.
what: The speakers compare three ways to reach other nodes: static routes, VXLAN and WireGuard, which costs 15% to 30%
  of throughput on their laptops.
how: Start with 60 lines of shell, then replace them with a small Go program that assigns addresses, sets up veth
  pairs and programs routes with eBPF.
where: Bring a laptop with at least 8 GB of memory.
where: All exercises are open source, under the Apache 2.0 license, and run offline.
where: Seats are limited to 80 people.
""",
    """
title: Drift: Energy-Aware Placement for Edge Video
people: Umberto Conti; Vera Novak (Ljubljana Edge Center)
session: Edge
links: https://drift.example.org/p
text: Edge sites run on small batteries, and video analytics drains them. Drift decides every 500 ms which of 1,800
  cameras to serve where. It predicts solar power one hour ahead and moves streams before a battery falls under 20%.
  On 36 Jetson boards Drift extends battery life by 2.1 hours (28%) and reduces dropped frames from 6.3% to 1.9%, at
  the price of 4% more network traffic. Compared to SolarFlow, which reacts only when a site is already low, Drift
  misses half as many deadlines. Predictions are wrong in about 12% of the cases, and a wrong one costs 90 J. Neither
  approach helps at night: without storage above 150 Wh, Drift degrades to static placement. We did not measure the
  energy that radios use.
why: Edge sites run on small batteries, and video analytics drains them.
what: On 36 Jetson boards Drift extends battery life by 2.1 hours and reduces dropped frames from 6.3% to 1.9%, at the
  price of 4% more network traffic.
what: Compared to SolarFlow, Drift misses half as many deadlines.
how: Drift decides every 500 ms which of 1,800 cameras to serve where.
how: It predicts solar power one hour ahead and moves streams before a battery falls under 20%.
where: Without storage above 150 Wh, Drift degrades to static placement.
where: The authors did not measure the energy that radios use.
""",
)  # fmt: skip
_FIELD = re.compile(r"^(title|people|session|links|text|why|what|how|where)([:!-]) ", re.M)


def _writeup(text: str) -> WriteUp:
    _, *parts = _FIELD.split(text.strip())
    fields = list(zip(parts[::3], parts[1::3], map(str.strip, parts[2::3]), strict=True))
    said = {name: words for name, _, words in fields}
    links = said["links"].split(", ")
    contribution = Contribution(
        title=said["title"],
        people=tuple(map(_person, said["people"].split("; "))),
        session=said["session"],
        passages=(Passage(text=said["text"], part="abstract", source=Provenance(url=links[0])),),
        links={str(number): link for number, link in enumerate(links)},
    )
    why, what, how, where = (
        tuple(_claim(mark, words) for name, mark, words in fields if name == wanted)
        for wanted in ("why", "what", "how", "where")
    )
    pick = Pick(contribution=contribution, tier=Tier.CORE)
    return WriteUp(pick=pick, depth=Depth.ABSTRACT, why=why, what=what, how=how, where=where)


def _person(text: str) -> Person:
    name, _, affiliation = text.partition(" (")
    return Person(name=name, affiliation=affiliation.rstrip(")"))


def _claim(mark: str, words: str) -> Claim:
    return Claim(text=" ".join(words.split()), judgement=mark == "!", silent=mark == "-")


WRITEUPS = tuple(map(_writeup, _TEXTS))
