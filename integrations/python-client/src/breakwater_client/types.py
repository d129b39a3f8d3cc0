"""What the operations of the API take and answer.

Written by `npm run client` from the routes of the API; a test keeps them equal.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


class Coverage(TypedDict):
    ports: str
    """TCP ports: top-1000, full, or port ranges."""
    tcp_ports: int
    """How many TCP ports that are."""
    udp_ports: int
    """How many UDP ports are asked besides."""
    protocols: Literal["tcp", "tcp+udp"]
    """tcp+udp: besides, the UDP ports of the risk table."""
    interval_seconds: int
    """Between two scheduled scans."""
    time_budget_seconds: int
    """Asking the ports takes no longer, even if nothing but silence comes back and 6 % of the packets are lost each way; only a server that limits its answers takes longer. Finding out what runs behind open ports comes on top: at most 10 seconds for each 16 of them."""
    source: Literal["service", "subscriptions", "default"]
    """Which plan says so: that of the server's own service, the active plans of its customer together, or none."""
    plan_slugs: list[str]
    """The plans that count; none by default."""
    vantage_points: list[str]
    """From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere."""


class ListedEndpoint(TypedDict):
    id: str
    """Its id."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    hostname: str
    """Display hostname."""
    nickname: str
    """Display name."""
    platform: str | None
    """Operating system or firewall. Null: not known."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    quota_paused: bool
    """Paused by the platform because paid capacity does not cover it."""
    nmap_cooldown_seconds: int
    """Seconds between two manual scans."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""
    next_scan_at: str | None
    """When it is due for a scan. Null: it is not scanned."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    coverage: Coverage
    not_scanned: str | None
    """Why the address is never scanned, whatever the status: it is in a range that is not, or the operator excludes it."""
    customer_name: str | None
    """As the billing system told it; null: it did not."""


class ListEndpointsAnswerLinks(TypedDict):
    first: str
    """Address of the first page."""
    last: str
    """Address of the last page. Null: unknown."""
    prev: str | None
    """Address of the page before. Null: this is the first."""
    next: str | None
    """Address of the next page. Null: this is the last."""


class ListEndpointsAnswerMetaStatusCounts(TypedDict):
    active: int
    """How many are active."""
    paused: int
    """How many are paused."""


class ListEndpointsAnswerMeta(TypedDict):
    current_page: int
    """Number of this page, from 1."""
    per_page: int
    """How many to a page."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""
    total_is_exact: Literal[True]
    """Always true: lists are counted whole."""
    endpoint_limit: int | None
    """Endpoints that the customer may have. Null: any number, or no customer was named."""
    current_endpoint_count: int
    """Endpoints that the customer has."""
    status_counts: ListEndpointsAnswerMetaStatusCounts
    """How many are in each state; no filter narrows them."""
    not_scanned_count: int | None
    """How many of the active ones are never scanned; null unless a customer is named."""


class ListEndpointsAnswer(TypedDict):
    data: list[ListedEndpoint]
    """The answer itself."""
    links: ListEndpointsAnswerLinks
    """Addresses of related reads."""
    meta: ListEndpointsAnswerMeta
    """About the answer itself."""


class GetEndpointQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class Endpoint(TypedDict):
    id: str
    """Its id."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    hostname: str
    """Display hostname."""
    nickname: str
    """Display name."""
    platform: str | None
    """Operating system or firewall. Null: not known."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    quota_paused: bool
    """Paused by the platform because paid capacity does not cover it."""
    nmap_cooldown_seconds: int
    """Seconds between two manual scans."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""
    next_scan_at: str | None
    """When it is due for a scan. Null: it is not scanned."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    coverage: Coverage
    not_scanned: str | None
    """Why the address is never scanned, whatever the status: it is in a range that is not, or the operator excludes it."""


class GetEndpointAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class Meta(TypedDict):
    version: Literal["v1"]
    """Version of the API."""
    timestamp: str
    """When this was answered."""


class GetEndpointAnswer(TypedDict):
    data: Endpoint
    links: GetEndpointAnswerLinks
    """Addresses of related reads."""
    meta: Meta
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class GetEndpointDetailQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class GetEndpointDetailAnswerLatestScan(TypedDict):
    open_ports: list[int]
    """Open ports."""
    status: Literal["completed"]
    """Its state."""
    scan_duration_ms: int
    """How long the scan took, in milliseconds."""
    scanned_at: str
    """When the scan ended."""


class AlertSummary(TypedDict):
    id: str
    """Its id."""
    port: int
    """Port number."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    service: str
    """The service as it showed itself; `unknown` where it did not, whatever the port number suggests."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    risk_level: Literal["low", "medium", "high", "critical"]
    """How dangerous the service is."""
    status: Literal["open", "acknowledged", "resolved", "false_positive"]
    """Its state."""
    title: str
    """What it is, in a few words."""
    first_detected_at: str
    """When it was first seen."""
    last_detected_at: str
    """When it was last seen."""


class EndpointCondition(TypedDict):
    kind: Literal["unreachable", "answers_everything"]
    """What kind it is of."""
    since: str
    """Only what was seen from then on."""
    explanation: str
    """What it means and what to do, in plain English."""


class ServerLook(TypedDict):
    state: Literal["looked_at", "failing", "never_scanned", "paused", "waiting_for_capacity", "terminated", "in_part", "outside_policy"]
    """Its state."""
    at: str | None
    """When a scan last told all of its ports; null: never."""
    missing_ports: int | None
    """How many ports did not answer the last scan in time. Null, unless the state is `in_part`."""
    sentence: str
    """The same for people."""


class GetEndpointDetailAnswer(TypedDict):
    data: Endpoint
    latest_scan: GetEndpointDetailAnswerLatestScan | None
    """The last completed scan. Null: there was none."""
    alerts: list[AlertSummary]
    """Alerts."""
    whitelisted_ports: list[str]
    """Ports that rules allow, as `443:tcp` or `8000-8010:tcp`."""
    new_ports: list[int]
    """Ports that were not open in the scan before."""
    closed_ports: list[int]
    """Ports that were open in the scan before and are not any more."""
    suspected_closed_ports: list[int]
    """Open ports that stayed silent in the last scan: closed when the next scan finds them silent too."""
    condition: EndpointCondition | None
    """Why nothing can be said of its ports. Null: nothing stands in the way."""
    look: ServerLook
    note: NotRequired[str]
    """Why the address is never scanned: it is in a range that is not, or the operator excludes it."""


class VersionVerdict(TypedDict):
    verdict: Literal["affected", "fixed", "unknown"]
    """`affected`: nobody mends it any more, or its distribution did so in a later package. `fixed`: its distribution mends it. `unknown`: what it says does not tell; `explanation` says why."""
    about: Literal["operating_system", "product_line", "vulnerability"]
    """`operating_system`: the release of the system that it was built for. `product_line`: the line of releases of its makers. `vulnerability`: whether flaws that were found in it are in it still."""
    severity: Literal["low", "medium", "high", "critical"] | None
    """Of the alert that it is worth. Null: it is worth none."""
    explanation: str
    """What it means and what to do, in plain English."""
    source: Literal["distro-info", "endoflife", "debian", "ubuntu"] | None
    """Whose data it is by. Null: by none."""
    data_as_of: str | None
    """The day of that data."""
    cve: str | None
    """The vulnerability that it is about. Null: none in particular."""
    fixed_version: str | None
    """The version of the package that mends the vulnerability. Null: there is none."""
    check: str | None
    """A command that shows it on the server itself."""


class JudgedComponent(TypedDict):
    name: str
    """The program, as the service calls it."""
    version: str | None
    """As the service stated it. Null: it did not."""
    revision: str | None
    """What a packager added to the version, such as `Debian-5+deb11u1`; null: it was not stated."""
    where: Literal["greeting", "answer", "server", "x-powered-by", "x-generator", "generator"]
    """Where it was stated: in the first line that the service sent, in what else it answered, in a header of its web page, or in the page by `<meta name='generator'>`."""
    verdicts: list[VersionVerdict]
    """What is known of its version, at least that it is unknown and why."""


class EndpointServiceTls(TypedDict):
    certificate_names: list[str]
    """Names that its certificate was made out to when this was first seen; ten at most."""


class EndpointServiceAllowedBy(TypedDict):
    rule_id: str
    """Of the rule that allows it."""
    created_by: Literal["api_key", "administrator", "customer", "operator", "system"] | None
    """Who made it; null: the audit log does not go back that far."""
    created_at: str
    """When it was made."""
    expires_at: str | None
    """From then on it covers nothing. Null: it has no end."""


class EndpointService(TypedDict):
    port: int
    """Port number."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    state: Literal["open"]
    """Its state."""
    service: str
    """`ssh`, `https`, `mysql` …; `unknown` where nothing tells."""
    known_by: Literal["probed", "port_number"]
    """`probed`: it showed itself. `port_number`: it did not, and the port number is registered for it."""
    product: str | None
    """The program that answers. Null: it did not show which."""
    version: str | None
    """As the service stated it. Null: it did not."""
    components: list[JudgedComponent]
    """The programs that it says it is made of, the product first: at most eight of 120 characters."""
    operating_system: str | None
    """Family that the service named by the way: `debian`, `windows` …"""
    tls: EndpointServiceTls | None
    """Null: what runs there does not begin with TLS."""
    title: str | None
    """Of the web page, as it was when this was first seen."""
    allowed: bool
    """Whether an Allowed Ports rule covers the port."""
    allowed_by: EndpointServiceAllowedBy | None
    """The first rule that does; null: none does."""
    alert_id: str | None
    """The alert about the port that has not ended; null: there is none."""
    since: str
    """Since when the same service, product, version and components are seen there."""
    last_seen_at: str
    """When it was last seen."""


class ListEndpointServicesAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class ListEndpointServicesAnswerMeta(TypedDict):
    scan_id: str | None
    """The last scan that told something of the ports; null: none."""
    looked_at: str | None
    """When it ended."""
    complete: bool
    """Whether these are all open ports that its plan looks at. False: the server was not looked at lately, or not as a whole; `look` of its detail says why."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListEndpointServicesAnswer(TypedDict):
    data: list[EndpointService]
    """The answer itself."""
    links: ListEndpointServicesAnswerLinks
    """Addresses of related reads."""
    meta: ListEndpointServicesAnswerMeta
    """About the answer itself."""


class GetCustomerAdditionsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class CustomerAdditions(TypedDict):
    mode: Literal["off", "within_capacity", "on"]
    """Which servers customers may add themselves in the portal. off: none; within_capacity: what they pay for, and none before they ever bought; on: the same, and any number before they ever bought."""


class GetCustomerAdditionsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: CustomerAdditions
    meta: Meta


class ScanCoverage(TypedDict):
    ports: Literal["top-1000", "full", "ranges"]
    """TCP ports: `top-1000`, `full`, or ranges."""
    tcp_ports: int
    """How many TCP ports that are."""
    udp_ports: int
    """How many UDP ports were asked besides."""


class Scan(TypedDict):
    id: str
    """Its id."""
    endpoint_id: str
    """The endpoint."""
    trigger: Literal["scheduled", "manual"]
    """What caused it."""
    requested_by: Literal["api_key", "administrator", "customer", "operator", "system"] | None
    """Who asked for a scan by hand; null: nobody did, or the audit log does not have it."""
    status: Literal["pending", "running", "completed", "partial", "failed", "cancelled"]
    """`partial`: the server answered, but not for every port in time. What was seen open is told; nothing counts as closed, and the scan as no look."""
    engine: str | None
    """How it was scanned."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When it began. Null: it has not."""
    finished_at: str | None
    """When it ended. Null: it has not."""
    scan_duration_ms: int | None
    """How long the scan took, in milliseconds."""
    host_answered: bool | None
    """Whether the host answered anything."""
    ports_scanned: int | None
    """How many ports the scan covered."""
    missing_ports: int | None
    """How many ports did not answer in time: those of a `partial` scan. 0 of a completed one. Null: it has no result."""
    open_ports_count: int | None
    """How many ports the scan saw open."""
    coverage: ScanCoverage | None
    """What the scan looked at, by the plan at that time, besides ports that were open before. Null: it has no result, or is from before this was kept."""
    error: str | None
    """Why a scan has no result, or none that is complete, as `code: sentence`."""


class ListScansAnswerLinks(TypedDict):
    first: str
    """Address of the first page."""
    last: str
    """Address of the last page. Null: unknown."""
    prev: str | None
    """Address of the page before. Null: this is the first."""
    next: str | None
    """Address of the next page. Null: this is the last."""


class ListScansAnswerMeta(TypedDict):
    current_page: int
    """Number of this page, from 1."""
    per_page: int
    """How many to a page."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListScansAnswer(TypedDict):
    data: list[Scan]
    """The answer itself."""
    links: ListScansAnswerLinks
    """Addresses of related reads."""
    meta: ListScansAnswerMeta
    """About the answer itself."""


class GetScanQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class ScanDetailCoverage(TypedDict):
    ports: Literal["top-1000", "full", "ranges"]
    """TCP ports: `top-1000`, `full`, or ranges."""
    tcp_ports: int
    """How many TCP ports that are."""
    udp_ports: int
    """How many UDP ports were asked besides."""


class ServiceComponent(TypedDict):
    name: str
    """The program, as the service calls it."""
    version: str | None
    """As the service stated it. Null: it did not."""
    revision: str | None
    """What a packager added to the version, such as `Debian-5+deb11u1`; null: it was not stated."""
    where: Literal["greeting", "answer", "server", "x-powered-by", "x-generator", "generator"]
    """Where it was stated: in the first line that the service sent, in what else it answered, in a header of its web page, or in the page by `<meta name='generator'>`."""


class SeenService(TypedDict):
    service: str
    """`ssh`, `https`, `mysql` …; `unknown` where nothing tells."""
    known_by: Literal["probed", "port_number"]
    """`probed`: it showed itself. `port_number`: it did not, and the port number is registered for it."""
    product: str | None
    """The program that answers. Null: it did not show which."""
    version: str | None
    """As the service stated it. Null: it did not."""
    components: list[ServiceComponent]
    """The programs that it says it is made of, the product first: at most eight of 120 characters."""


class PortChange(TypedDict):
    port: int
    """Port number."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    before: SeenService | None
    """Null: it was not open before."""
    now: SeenService | None
    """Null: it is not open any more."""


class ScanDetail(TypedDict):
    id: str
    """Its id."""
    endpoint_id: str
    """The endpoint."""
    trigger: Literal["scheduled", "manual"]
    """What caused it."""
    requested_by: Literal["api_key", "administrator", "customer", "operator", "system"] | None
    """Who asked for a scan by hand; null: nobody did, or the audit log does not have it."""
    status: Literal["pending", "running", "completed", "partial", "failed", "cancelled"]
    """`partial`: the server answered, but not for every port in time. What was seen open is told; nothing counts as closed, and the scan as no look."""
    engine: str | None
    """How it was scanned."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When it began. Null: it has not."""
    finished_at: str | None
    """When it ended. Null: it has not."""
    scan_duration_ms: int | None
    """How long the scan took, in milliseconds."""
    host_answered: bool | None
    """Whether the host answered anything."""
    ports_scanned: int | None
    """How many ports the scan covered."""
    missing_ports: int | None
    """How many ports did not answer in time: those of a `partial` scan. 0 of a completed one. Null: it has no result."""
    open_ports_count: int | None
    """How many ports the scan saw open."""
    coverage: ScanDetailCoverage | None
    """What the scan looked at, by the plan at that time, besides ports that were open before. Null: it has no result, or is from before this was kept."""
    error: str | None
    """Why a scan has no result, or none that is complete, as `code: sentence`."""
    open_ports: list[int] | None
    """Open ports."""
    changes: NotRequired[list[PortChange]]
    """Ports that opened or closed, or whose service, product or version is another than before, TCP first and ascending by port; the first hundred. Left out when there are none."""


class GetScanAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class GetScanAnswer(TypedDict):
    data: ScanDetail
    links: GetScanAnswerLinks
    """Addresses of related reads."""
    meta: Meta


class VantageView(TypedDict):
    vantage_point: str
    """The place, as the operator calls it."""
    scan_id: str
    """The scan that it is compared with."""
    seen_at: str
    """When it was looked at."""
    host_answered: bool
    """False: nothing came back from the server there."""
    only_there: list[str]
    """Ports that are open there only, as 22/tcp."""
    not_there: list[str]
    """Ports that the scan found open, but not there."""


class ListMeta(TypedDict):
    version: Literal["v1"]
    """Version of the API."""
    timestamp: str
    """When this was answered."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListVantageViewsAnswer(TypedDict):
    data: list[VantageView]
    """The answer itself."""
    meta: ListMeta


class DomainLook(TypedDict):
    state: Literal["looked_at", "failing", "never_scanned", "paused", "waiting_for_capacity", "terminated", "no_source", "posture_only"]
    """Its state."""
    at: str | None
    """When a source last answered; null: never."""
    sources: list[str]
    """Names of the sources that answered when they were asked last."""
    sentence: str
    """The same for people."""


class WatchedDomain(TypedDict):
    id: str
    """Its id."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    quota_paused: bool
    """Whether the platform paused it, because paid capacity does not cover it."""
    verified: bool
    """Whether control was proved."""
    findings_count: int
    """How many findings there are."""
    open_alerts: int
    """Alerts that are open."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""
    next_scan_at: str | None
    """When it is due for a scan. Null: it is not scanned."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    look: DomainLook


class ListDomainsAnswerData(TypedDict):
    domains: list[WatchedDomain]
    """Monitored domains."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListDomainsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListDomainsAnswerData
    """The answer itself."""
    meta: Meta


class GetDomainQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class AskedSource(TypedDict):
    source: str
    """Where it comes from."""
    outcome: Literal["complete", "truncated", "failed"]
    """How it ended."""
    failure: Literal["not_authorised", "domain_not_verified", "rate_limited", "unavailable", "malformed"] | None
    """Why it failed. Null: it did not."""
    name: str
    """What the source is called."""
    asked_at: str | None
    """Null: so long ago that it was forgotten."""


class MonitoredDomainDetailScansSources(TypedDict):
    source: str
    """Where it comes from."""
    outcome: Literal["complete", "truncated", "failed"]
    """How it ended."""
    failure: Literal["not_authorised", "domain_not_verified", "rate_limited", "unavailable", "malformed"] | None
    """Why it failed. Null: it did not."""
    error: str | None
    """What went wrong."""
    findings: int
    """Findings."""
    duration_ms: int
    """How long it took, in milliseconds."""


class MonitoredDomainDetailScans(TypedDict):
    id: str
    """Its id."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["pending", "running", "completed", "failed", "cancelled"]
    """Its state."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When it began. Null: it has not."""
    finished_at: str | None
    """When it ended. Null: it has not."""
    findings_seen: int | None
    """Findings that the sources told."""
    findings_new: int | None
    """Findings that were not known before."""
    sources: list[MonitoredDomainDetailScansSources]
    """Sources that were asked."""


class MonitoredDomainDetail(TypedDict):
    id: str
    """Its id."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    quota_paused: bool
    """Whether the platform paused it, because paid capacity does not cover it."""
    verified: bool
    """Whether control was proved."""
    findings_count: int
    """How many findings there are."""
    open_alerts: int
    """Alerts that are open."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""
    next_scan_at: str | None
    """When it is due for a scan. Null: it is not scanned."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    look: DomainLook
    sources: list[AskedSource]
    """Who was really asked, and what each answered last."""
    scans: list[MonitoredDomainDetailScans]
    """Scans, newest first."""


class GetDomainAnswerData(TypedDict):
    domain: MonitoredDomainDetail


class GetDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetDomainAnswerData
    """The answer itself."""
    meta: Meta


class LeakedCredentialAttribution(TypedDict):
    source: str
    """Where it comes from."""
    name: str
    """Its name."""
    url: str | None
    """Its address."""
    licence: str | None
    """Terms of the source."""


class LeakedCredential(TypedDict):
    id: str
    """Its id."""
    domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    source: str
    """Where it comes from."""
    sources: list[str]
    """Sources that were asked."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    status: Literal["open", "acknowledged", "resolved"]
    """Its state."""
    alert_id: str
    """The alert."""
    published_at: str | None
    """When it was published."""
    first_seen_at: str
    """When it was first seen."""
    last_seen_at: str
    """When it was last seen."""
    attribution: list[LeakedCredentialAttribution]
    """What has to be said of the source where its findings are shown."""
    kind: Literal["breach", "stealer_log", "combolist", "paste"]
    """What kind it is of."""
    breach_name: str | None
    """The breach or collection that it comes from."""
    identity: str | None
    """Who was leaked; masked until control of the domain is proved."""
    unnamed_identities: int
    """Findings without an identity."""
    is_own_mailbox: bool
    """Whether it is a mailbox of the domain, rather than an account at a site of it."""
    data_classes: list[str]
    """Kinds of data that were leaked."""
    secret_present: bool
    """Whether a secret was leaked."""
    secret_format: Literal["clear_text", "hashed", "encrypted", "unknown"] | None
    """How the secret was leaked. It is never kept."""
    malware_family: str | None
    """Malware that took it."""
    login_site: str | None
    """Site that the credential is for."""
    occurred_at: str | None
    """When it happened."""


class ListLeakedCredentialsAnswerData(TypedDict):
    leaked_credentials: list[LeakedCredential]
    """Leaked credentials."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListLeakedCredentialsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListLeakedCredentialsAnswerData
    """The answer itself."""
    meta: Meta


class DarkWebFindingAttribution(TypedDict):
    source: str
    """Where it comes from."""
    name: str
    """Its name."""
    url: str | None
    """Its address."""
    licence: str | None
    """Terms of the source."""


class DarkWebFinding(TypedDict):
    id: str
    """Its id."""
    domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    source: str
    """Where it comes from."""
    sources: list[str]
    """Sources that were asked."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    status: Literal["open", "acknowledged", "resolved"]
    """Its state."""
    alert_id: str
    """The alert."""
    published_at: str | None
    """When it was published."""
    first_seen_at: str
    """When it was first seen."""
    last_seen_at: str
    """When it was last seen."""
    attribution: list[DarkWebFindingAttribution]
    """What has to be said of the source where its findings are shown."""
    kind: Literal["ransomware_claim", "paste", "forum", "market"]
    """What kind it is of."""
    actor: str | None
    """Who did it."""
    title: str
    """What it is, in a few words."""
    excerpt: str | None
    """A part of the text, with identities masked."""
    source_url: str | None
    """Where it was seen; written so that nobody follows it by accident."""
    claimed_at: str | None
    """When the claim was made."""
    match_type: Literal["exact_domain", "keyword"]
    """What of the text named the domain."""
    confidence: float
    """How sure the match is."""


class ListDarkWebFindingsAnswerData(TypedDict):
    dark_web: list[DarkWebFinding]
    """Mentions on the dark web."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListDarkWebFindingsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListDarkWebFindingsAnswerData
    """The answer itself."""
    meta: Meta


class DomainAlertAttribution(TypedDict):
    source: str
    """Where it comes from."""
    name: str
    """Its name."""
    url: str | None
    """Its address."""
    licence: str | None
    """Terms of the source."""


class DomainAlert(TypedDict):
    id: str
    """Its id."""
    domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    finding_type: Literal["leaked_credential", "dark_web"]
    """What kind of finding it is about."""
    kind: Literal["breach", "stealer_log", "combolist", "paste", "ransomware_claim", "forum", "market"]
    """What kind it is of."""
    source: str
    """Where it comes from."""
    breach_name: str | None
    """The breach or collection that it comes from."""
    actor: str | None
    """Who did it."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    status: Literal["open", "acknowledged", "resolved"]
    """Its state."""
    title: str
    """What it is, in a few words."""
    findings_count: int
    """How many findings there are."""
    identities_count: int
    """How many identities it is about."""
    own_mailboxes_count: int
    """How many of them are the domain's own mailboxes."""
    clear_text_secrets_count: int
    """Findings whose secret was in clear text."""
    data_classes: list[str]
    """Kinds of data that were leaked."""
    attribution: list[DomainAlertAttribution]
    """What has to be said of the source where its findings are shown."""
    created_at: str
    """When it was made."""
    first_detected_at: str
    """When it was first seen."""
    last_detected_at: str
    """When it was last seen."""
    acknowledged_at: str | None
    """When somebody acknowledged it. Null: nobody did."""
    resolved_at: str | None
    """When it ended. Null: it has not."""
    resolution: Literal["manual", "domain_terminated", "cause_ended"] | None
    """Why it ended. Null: it has not."""
    billing_customer_id: int
    """The customer's id in the billing system."""


class ListDomainAlertsAnswerData(TypedDict):
    alerts: list[DomainAlert]
    """Alerts."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListDomainAlertsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListDomainAlertsAnswerData
    """The answer itself."""
    meta: Meta


class GetDomainAlertQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class ExplainedDomainAlertAttribution(TypedDict):
    source: str
    """Where it comes from."""
    name: str
    """Its name."""
    url: str | None
    """Its address."""
    licence: str | None
    """Terms of the source."""


class ExplainedDomainAlert(TypedDict):
    id: str
    """Its id."""
    domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    finding_type: Literal["leaked_credential", "dark_web"]
    """What kind of finding it is about."""
    kind: Literal["breach", "stealer_log", "combolist", "paste", "ransomware_claim", "forum", "market"]
    """What kind it is of."""
    source: str
    """Where it comes from."""
    breach_name: str | None
    """The breach or collection that it comes from."""
    actor: str | None
    """Who did it."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    status: Literal["open", "acknowledged", "resolved"]
    """Its state."""
    title: str
    """What it is, in a few words."""
    findings_count: int
    """How many findings there are."""
    identities_count: int
    """How many identities it is about."""
    own_mailboxes_count: int
    """How many of them are the domain's own mailboxes."""
    clear_text_secrets_count: int
    """Findings whose secret was in clear text."""
    data_classes: list[str]
    """Kinds of data that were leaked."""
    attribution: list[ExplainedDomainAlertAttribution]
    """What has to be said of the source where its findings are shown."""
    created_at: str
    """When it was made."""
    first_detected_at: str
    """When it was first seen."""
    last_detected_at: str
    """When it was last seen."""
    acknowledged_at: str | None
    """When somebody acknowledged it. Null: nobody did."""
    resolved_at: str | None
    """When it ended. Null: it has not."""
    resolution: Literal["manual", "domain_terminated", "cause_ended"] | None
    """Why it ended. Null: it has not."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    explanation: str
    """What it means and what to do, in plain English."""


class GetDomainAlertAnswerData(TypedDict):
    alert: ExplainedDomainAlert


class GetDomainAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetDomainAlertAnswerData
    """The answer itself."""
    meta: Meta


class SummariseDomainsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class SummariseDomainsAnswerDataDomains(TypedDict):
    active: int
    """How many are active."""
    paused: int
    """How many are paused."""
    quota_paused: int
    """Whether the platform paused it, because paid capacity does not cover it."""
    verified: int
    """Whether control was proved."""
    total: int
    """How many there are."""


class SummariseDomainsAnswerDataLeakedCredentials(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""
    total: int
    """How many there are."""


class SummariseDomainsAnswerDataDarkWeb(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""
    total: int
    """How many there are."""


class SummariseDomainsAnswerDataOpenAlerts(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""
    total: int
    """How many there are."""


class SummariseDomainsAnswerData(TypedDict):
    domains: SummariseDomainsAnswerDataDomains
    """Monitored domains."""
    leaked_credentials: SummariseDomainsAnswerDataLeakedCredentials
    """Leaked credentials."""
    dark_web: SummariseDomainsAnswerDataDarkWeb
    """Mentions on the dark web."""
    open_alerts: SummariseDomainsAnswerDataOpenAlerts
    """Alerts that are open."""
    acknowledged_alerts: int
    """Alerts that somebody has seen and that are not over."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""


class SummariseDomainsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SummariseDomainsAnswerData
    """The answer itself."""
    meta: Meta


class GetDomainPostureQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class PostureCheck(TypedDict):
    check: Literal["name_servers", "dnssec", "mx", "spf", "dkim", "dmarc", "mta_sts", "tls_rpt", "caa", "registration", "dangling"]
    """What was looked at."""
    state: Literal["ok", "weak", "broken", "absent", "unknown"]
    """`unknown`: nobody answered what decides, or it cannot be seen from outside. It raises and ends no alert."""
    severity: Literal["low", "medium", "high", "critical"] | None
    """Null: it is in order, or not known."""
    found: list[str]
    """Records as they are."""
    should_be: str | None
    """The record to publish, as zone files have it; null: there is none, or it cannot be said from outside."""
    explanation: str
    """What it means and what to do, in plain English."""


class RegistrationChangeRegistrar(TypedDict):
    before: str
    """What the registry said before."""
    after: str
    """What it says since."""


class RegistrationChangeNameServers(TypedDict):
    before: list[str]
    """What the registry said before."""
    after: list[str]
    """What it says since."""


class RegistrationChange(TypedDict):
    at: str
    """When it was seen."""
    registrar: RegistrationChangeRegistrar | None
    """Null: it is the same."""
    name_servers: RegistrationChangeNameServers | None
    """Null: they are the same."""


class DomainPosture(TypedDict):
    checked_at: str | None
    """When a look was last answered; null: none was yet."""
    complete: bool
    """Whether everything that was asked was answered."""
    checks: list[PostureCheck]
    """Each check as the last look that was answered left it."""
    dkim_selectors: list[str]
    """As they were told."""
    expects_mail: bool | None
    """Whether it takes and sends mail, as it was told; null: its MX says so."""
    registration_changes: list[RegistrationChange]
    """Another registrar, or other name servers, than the registry named before: the latest ten, the last one first. No alert tells of them."""


class GetDomainPostureAnswerData(TypedDict):
    posture: DomainPosture


class GetDomainPostureAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetDomainPostureAnswerData
    """The answer itself."""
    meta: Meta


class RecordTemplate(TypedDict):
    spf_include: str | None
    """The name whose SPF record names all of your servers that send mail."""
    dkim_selectors: list[str]
    """By which your servers sign."""
    report_address: str | None
    """Where reports of receivers go; null: to postmaster of each domain."""


class GetRecordTemplateAnswerData(TypedDict):
    template: RecordTemplate


class GetRecordTemplateAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetRecordTemplateAnswerData
    """The answer itself."""
    meta: Meta


class GetUpgradeQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    product_slug: NotRequired[Literal["port_monitoring", "domain_monitoring"]]
    """The product."""


class OfferedPlan(TypedDict):
    plan_slug: str
    """A plan of the catalogue."""
    capacity: int
    """Endpoints that the plan pays for."""
    scan_interval_seconds: int | None
    """Null: the installation's interval."""
    tcp_ports: int
    """How many TCP ports its scans ask."""
    udp_ports: int
    """How many UDP ports are asked besides."""


class Price(TypedDict):
    product_slug: str
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    currency: str
    """ISO 4217 code."""
    billing_cycle: Literal["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"]
    """How often the amount is due."""
    amount: float
    """Exact to the cent."""
    setup_fee: float | None
    """Charged once. Null: none."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class GetUpgradeAnswerDataOffer(TypedDict):
    plan: OfferedPlan | None
    """The next plan. Null: the product has none, the offer is one more of it."""
    capacity: int
    """Places in all with the offer."""
    prices: list[Price]
    """Shortest cycle first. In the customer's currency where it is known: the only one with prices, or the only one in which the present plan costs what is paid a month. Otherwise in all."""
    order_url: str
    """Where to order it."""


class GetUpgradeAnswerData(TypedDict):
    product_slug: str
    """The product."""
    capacity: int | None
    """Places that are paid for, by product or in all. Null: any number."""
    usage: int
    """Places that are taken."""
    current_plan: OfferedPlan | None
    """The plan that is paid for. Null: none, or several, or a product without plans."""
    offer: GetUpgradeAnswerDataOffer | None
    """Null: nothing is offered."""


class GetUpgradeAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetUpgradeAnswerData
    """The answer itself."""
    meta: Meta


class ListPricesAnswerData(TypedDict):
    prices: list[Price]
    """Prices."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListPricesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListPricesAnswerData
    """The answer itself."""
    meta: Meta


class Alert(TypedDict):
    id: str
    """Its id."""
    port: int
    """Port number."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    service: str
    """The service as it showed itself; `unknown` where it did not, whatever the port number suggests."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    risk_level: Literal["low", "medium", "high", "critical"]
    """How dangerous the service is."""
    status: Literal["open", "acknowledged", "resolved", "false_positive"]
    """Its state."""
    title: str
    """What it is, in a few words."""
    first_detected_at: str
    """When it was first seen."""
    last_detected_at: str
    """When it was last seen."""
    endpoint_id: str
    """The endpoint."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    created_at: str
    """When it was made."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    hostname: str
    """Display hostname."""
    nickname: str
    """Display name."""
    acknowledged_at: str | None
    """When somebody acknowledged it. Null: nobody did."""
    resolved_at: str | None
    """When it ended. Null: it has not."""
    resolution: Literal["port_closed", "allowed", "manual", "endpoint_terminated"] | None
    """Why it ended. Null: it has not."""


class ListAlertsAnswerData(TypedDict):
    alerts: list[Alert]
    """Alerts."""
    total: int
    """How many there are."""
    total_is_exact: Literal[True]
    """Always true: lists are counted whole."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListAlertsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListAlertsAnswerData
    """The answer itself."""
    meta: Meta


class SummariseAlertsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    status: NotRequired[Literal["open", "acknowledged", "resolved", "false_positive"]]
    """Its state."""


class SummariseAlertsAnswerData(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""
    total: int
    """How many there are."""


class SummariseAlertsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SummariseAlertsAnswerData
    """The answer itself."""
    meta: Meta


class SummariseEndpointAlertsAnswerDataEndpoints(TypedDict):
    endpoint_id: str
    """The endpoint."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    nickname: str
    """Display name."""
    total_open: int
    """How many are open."""
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""


class SummariseEndpointAlertsAnswerDataTotals(TypedDict):
    port_alerts_open: int
    """Open alerts about ports."""


class SummariseEndpointAlertsAnswerData(TypedDict):
    endpoints: list[SummariseEndpointAlertsAnswerDataEndpoints]
    """Endpoints."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""
    totals: SummariseEndpointAlertsAnswerDataTotals
    """Sums."""


class SummariseEndpointAlertsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SummariseEndpointAlertsAnswerData
    """The answer itself."""
    meta: Meta


class GetAlertQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class ExplainedAlert(TypedDict):
    id: str
    """Its id."""
    port: int
    """Port number."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    service: str
    """The service as it showed itself; `unknown` where it did not, whatever the port number suggests."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    risk_level: Literal["low", "medium", "high", "critical"]
    """How dangerous the service is."""
    status: Literal["open", "acknowledged", "resolved", "false_positive"]
    """Its state."""
    title: str
    """What it is, in a few words."""
    first_detected_at: str
    """When it was first seen."""
    last_detected_at: str
    """When it was last seen."""
    endpoint_id: str
    """The endpoint."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    created_at: str
    """When it was made."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    hostname: str
    """Display hostname."""
    nickname: str
    """Display name."""
    acknowledged_at: str | None
    """When somebody acknowledged it. Null: nobody did."""
    resolved_at: str | None
    """When it ended. Null: it has not."""
    resolution: Literal["port_closed", "allowed", "manual", "endpoint_terminated"] | None
    """Why it ended. Null: it has not."""
    explanation: str
    """What it means and what to do, in plain English."""


class GetAlertAnswerData(TypedDict):
    alert: ExplainedAlert


class GetAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetAlertAnswerData
    """The answer itself."""
    meta: Meta


class GetRemediationQuery(TypedDict):
    platform: NotRequired[Literal["ufw", "iptables", "aws_sg", "gcp_fw", "azure_nsg", "generic"]]
    """Operating system or firewall. Null: not known."""
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class GetRemediationAnswerDataPlatformOptions(TypedDict):
    ufw: str
    """For ufw."""
    iptables: str
    """For iptables."""
    aws_sg: str
    """For security groups of Amazon Web Services."""
    gcp_fw: str
    """For firewall rules of Google Cloud."""
    azure_nsg: str
    """For network security groups of Azure."""
    generic: str
    """For any server, by the settings of the service itself."""


class GetRemediationAnswerDataSteps(TypedDict):
    name: str
    """Its key in `commands`."""
    role: Literal["look", "change", "check", "check_from_elsewhere", "undo"]
    """What it is for."""
    only_if: str | None
    """When it is needed at all. Null: always."""


class GetRemediationAnswerDataOwnAddress(TypedDict):
    placeholder: Literal["YOUR_IPV4", "YOUR_IPV6"]
    """What it takes the place of."""
    guess: str | None
    """Where the reader’s request came from, if it is of that family. Null for an API key, whose address is that of a program."""


class GetRemediationAnswerDataAlternatives(TypedDict):
    name: str
    """Its name."""
    label: str
    """What it is, for people."""
    commands: dict[str, str]
    """Commands, in the order to run them."""
    script: str | None
    """The changes as one script, to be run whole and as often as one likes; it stops before anything is changed while what it needs is not filled in. POSIX sh, on Windows PowerShell. Null: only a person can make them."""
    undo_script: str | None
    """Takes back what the script did."""


class GetRemediationAnswerData(TypedDict):
    platform_options: GetRemediationAnswerDataPlatformOptions
    """Platforms that there are commands for."""
    selected_platform: Literal["ufw", "iptables", "aws_sg", "gcp_fw", "azure_nsg", "generic"]
    """The platform that the commands are for."""
    commands: dict[str, str]
    """Commands, in the order to run them."""
    warning: str | None
    """What to mind before. Null: nothing."""
    docs_url: str
    """Where the platform documents this."""
    recommended_platform: Literal["ufw", "iptables", "aws_sg", "gcp_fw", "azure_nsg", "generic"]
    """Where the port is closed best, by what is open and what the server is known to run."""
    run_as: str
    """Where and as whom the commands and the script are run, as a sentence."""
    steps: list[GetRemediationAnswerDataSteps]
    """What each of the commands is, in their order."""
    script: str | None
    """The changes as one script, to be run whole and as often as one likes; it stops before anything is changed while what it needs is not filled in. POSIX sh, on Windows PowerShell. Null: only a person can make them."""
    undo_script: str | None
    """Takes back what the script did."""
    short_script: str | None
    """The script without what only containers need. It stops, with nothing changed, where Docker or Podman publishes the port. Null: there is no shorter one."""
    runs_containers: bool
    """Whether what answers on the server shows that containers run there."""
    own_address: GetRemediationAnswerDataOwnAddress | None
    """The address that stays allowed where people administer. Null: none has to."""
    alternatives: list[GetRemediationAnswerDataAlternatives]
    """Other ways to close the port, each enough by itself: instead of `commands`, never after them."""


class GetRemediationAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetRemediationAnswerData
    """The answer itself."""
    meta: Meta


class MonitoringAlertSubject(TypedDict):
    type: Literal["endpoint", "domain"]
    """What type it is of."""
    id: str
    """Its id."""
    name: str
    """What people call it: the nickname or host name of a server, else its address; the name of a domain."""
    address: str | None
    """Of the server; null of a domain."""
    nickname: str | None
    """What its customer calls the server; null of a domain."""


class MonitoringAlertFacts(TypedDict):
    label: str
    """How people call it."""
    value: str
    """Its value."""


class MonitoringAlertRemediationPlatforms(TypedDict):
    name: str
    """Its name."""
    label: str
    """How people call it."""
    commands: dict[str, str]
    """Commands, in the order to run them."""


class MonitoringAlertRemediation(TypedDict):
    selected: str
    """The platform that fits best, as far as that is known."""
    platforms: list[MonitoringAlertRemediationPlatforms]
    """Every platform that there are commands for."""


class MonitoringAlert(TypedDict):
    id: str
    """Its id."""
    kind: str
    """What kind it is of."""
    subject: MonitoringAlertSubject
    """What it is about."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    status: Literal["open", "acknowledged", "resolved", "false_positive"]
    """Its state."""
    title: str
    """What it is, in a few words."""
    explanation: str
    """What it means and what to do, in plain English."""
    facts: list[MonitoringAlertFacts]
    """What was seen, in words."""
    remediation: MonitoringAlertRemediation | None
    """Commands that end the cause, in the order to run them, for each platform. Null: there are none here; ports have GET /alerts/{id}/remediation."""
    evidence: dict[str, Any]
    """What was seen, as its kind records it."""
    actions: list[Literal["acknowledge", "false-positive", "resolve", "reopen"]]
    """What its kind and status allow; a kind may still refuse to reopen, as for a port that has closed."""
    created_at: str
    """When it was made."""
    first_detected_at: str
    """When it was first seen."""
    last_detected_at: str
    """When it was last seen."""
    acknowledged_at: str | None
    """When somebody acknowledged it. Null: nobody did."""
    snoozed_until: str | None
    """When an alert that was acknowledged or marked for a time is open again; null: it stays as it is."""
    resolved_at: str | None
    """When it ended. Null: it has not."""
    resolution: str | None
    """Why it ended. Null: it has not."""
    resolved_by: Literal["api_key", "administrator", "customer", "operator", "system"] | None
    """Who resolved it by hand; null: nobody did, or the audit log does not go back that far."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    customer_name: str | None
    """As the billing system told it; null: it did not."""


class ListMonitoringAlertsAnswerData(TypedDict):
    alerts: list[MonitoringAlert]
    """Alerts."""
    total: int
    """How many there are."""
    total_is_exact: Literal[True]
    """Always true: lists are counted whole."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListMonitoringAlertsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListMonitoringAlertsAnswerData
    """The answer itself."""
    meta: Meta


class GetMonitoringAlertQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class GetMonitoringAlertAnswerData(TypedDict):
    alert: MonitoringAlert


class GetMonitoringAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetMonitoringAlertAnswerData
    """The answer itself."""
    meta: Meta


class CauseOldestAlertSubject(TypedDict):
    type: Literal["endpoint", "domain"]
    """What type it is of."""
    id: str
    """Its id."""
    name: str
    """What people call it: the nickname or host name of a server, else its address; the name of a domain."""
    address: str | None
    """Of the server; null of a domain."""
    nickname: str | None
    """What its customer calls the server; null of a domain."""


class CauseOldestAlert(TypedDict):
    id: str
    """Its id."""
    subject: CauseOldestAlertSubject
    """What it is about."""
    billing_customer_id: int
    """The customer's id in the billing system."""


class Cause(TypedDict):
    kind: str
    """What kind it is of."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    title: str
    """The fault, without the servers that have it."""
    subject_type: Literal["endpoint", "domain"]
    """Whether servers or domains have it."""
    resources: int
    """How many servers or domains have it."""
    customers: int
    """How many customers these belong to."""
    first_detected_at: str
    """When it was first seen on the first of them."""
    port: int | None
    """On which port; null: it is about none, or about several."""
    protocol: Literal["tcp", "udp"] | None
    """Transport protocol."""
    oldest_alert: CauseOldestAlert
    """The alert that was seen first; it says how the fault is ended."""


class ListCausesAnswerData(TypedDict):
    causes: list[Cause]
    """At most `limit` of them."""
    total: int
    """How many causes there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListCausesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListCausesAnswerData
    """The answer itself."""
    meta: Meta


class GetAlertCheckQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class AlertCheckScan(TypedDict):
    status: Literal["pending", "running", "completed", "partial", "failed", "cancelled"]
    """Its state."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When it began. Null: it has not."""
    finished_at: str | None
    """When it ended. Null: it has not."""


class AlertCheck(TypedDict):
    alert_id: str
    """The alert."""
    alert_status: Literal["open", "acknowledged", "resolved", "false_positive"]
    """Where the alert stands."""
    impossible: str | None
    """Why no scan can tell, as a sentence. Null: one can."""
    scan: AlertCheckScan | None
    """The last scan of the alert's server, whoever asked for it."""
    still_seen: bool | None
    """Whether that scan saw the cause. Null: it has no result, or not yet."""
    retry_after_seconds: int
    """Seconds until a scan can be asked for; 0: now."""


class GetAlertCheckAnswerData(TypedDict):
    check: AlertCheck


class GetAlertCheckAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetAlertCheckAnswerData
    """The answer itself."""
    meta: Meta


class ListPortGroupsAnswerDataGroups(TypedDict):
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    port: int
    """Port number."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    service: str | None
    """What said so itself on most of them. Null: nothing did."""
    servers: int
    """How many servers have an open alert about it: at least two."""


class ListPortGroupsAnswerData(TypedDict):
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""
    groups: list[ListPortGroupsAnswerDataGroups]
    """The most urgent first, then those on most servers; at most 50."""


class ListPortGroupsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListPortGroupsAnswerData
    """The answer itself."""
    meta: Meta


class GetMonitoringOverviewQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class Standing(TypedDict):
    code: Literal["open_ports", "alerts", "nothing_monitored", "servers_not_scanned", "servers_first_scan", "domains_no_source", "domains_not_looked_at", "domains_posture_only", "domains_unverified", "well"]
    """What it is, for programs: an error code, or the code of an authenticator application."""
    count: int
    """Of how many alerts, servers or domains it speaks."""
    sentence: str
    """The same for people, without a full stop."""


class GetMonitoringOverviewAnswerDataNeedsAction(TypedDict):
    total: int
    """How many there are."""
    open_ports: int
    """Alerts of the kind `port`."""
    leaks: int
    """Alerts about domains."""
    other: int
    """Other alerts about servers, such as certificates."""


class GetMonitoringOverviewAnswerDataOpenAlertsServers(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""


class GetMonitoringOverviewAnswerDataOpenAlertsDomains(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""


class GetMonitoringOverviewAnswerDataOpenAlerts(TypedDict):
    servers: GetMonitoringOverviewAnswerDataOpenAlertsServers
    """How many, by severity."""
    domains: GetMonitoringOverviewAnswerDataOpenAlertsDomains
    """How many, by severity."""


class GetMonitoringOverviewAnswerDataServers(TypedDict):
    all_looked_at: bool
    """Whether there are some, and each was looked at."""
    total: int
    """All that are not terminated. The other counts add up to it, but for `unverified`, `needs_action` and `well`."""
    looked_at: int
    """The last look told how things are."""
    failing: int
    """The last look told nothing, or not all of it, or did not come when it was due."""
    never_scanned: int
    """The first look is still to come."""
    paused: int
    """By hand."""
    waiting_for_capacity: int
    """Paused because paid capacity does not cover them."""
    in_part: int
    """They answered their last scan, but not for every port in time."""
    needs_action: int
    """They have an open alert of another severity than low, looked at or not."""
    well: int
    """They were looked at, and have no such alert."""
    outside_policy: int
    """Their addresses are in ranges that are never scanned."""


class GetMonitoringOverviewAnswerDataDomains(TypedDict):
    all_looked_at: bool
    """Whether there are some, and each was looked at."""
    total: int
    """All that are not terminated. The other counts add up to it, but for `unverified`, `needs_action` and `well`."""
    looked_at: int
    """The last look told how things are."""
    failing: int
    """The last look told nothing, or not all of it, or did not come when it was due."""
    never_scanned: int
    """The first look is still to come."""
    paused: int
    """By hand."""
    waiting_for_capacity: int
    """Paused because paid capacity does not cover them."""
    no_source: int
    """Nobody is set up to be asked who could know anything of leaks."""
    posture_only: int
    """The same, but what everybody can see of them (their posture) was looked at."""
    unverified: int
    """Control of them is not proved, so that less can be told of their leaks."""


class GetMonitoringOverviewAnswerData(TypedDict):
    all_well: bool
    """Nothing needs action, and every server and domain was looked at. False where there is none."""
    all_looked_at: bool
    """Whether there is anything, and all of it was looked at."""
    standing: Standing
    needs_action: GetMonitoringOverviewAnswerDataNeedsAction
    """Open alerts of every severity but low."""
    notes: int
    """Open alerts of severity low, such as a web server’s port: nothing has to be done about them."""
    open_alerts: GetMonitoringOverviewAnswerDataOpenAlerts
    """All open alerts, notes included."""
    servers: GetMonitoringOverviewAnswerDataServers
    """How many servers were looked at, and why others were not."""
    domains: GetMonitoringOverviewAnswerDataDomains
    """The same of domains."""
    last_look_at: str | None
    """When a server or domain was last looked at."""
    oldest_look_at: str | None
    """Of the last looks at what counts as looked at, the one that is longest ago."""


class GetMonitoringOverviewAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetMonitoringOverviewAnswerData
    """The answer itself."""
    meta: Meta


class AllowedPortsRule(TypedDict):
    id: str
    """Its id."""
    billing_customer_id: int | None
    """Null: all of the partner's customers."""
    endpoint_id: str | None
    """Null: every endpoint in scope."""
    port_start: int
    """First port of the range."""
    port_end: int
    """Last port of the range; the first when left out."""
    protocol: Literal["tcp", "udp", "both"]
    """Transport protocol."""
    description: str | None
    """Free text."""
    source: Literal["manual", "firewall_ingest"]
    """Where it comes from."""
    created_at: str
    """When it was made."""
    created_by: Literal["api_key", "administrator", "customer", "operator", "system"] | None
    """Who made it; null: the audit log does not go back that far."""
    updated_at: str
    """When it last changed."""
    expires_at: str | None
    """From then on the rule covers nothing. Null: it has no end."""


class ListAllowedPortsAnswerLinks(TypedDict):
    first: str
    """Address of the first page."""
    last: str
    """Address of the last page. Null: unknown."""
    prev: str | None
    """Address of the page before. Null: this is the first."""
    next: str | None
    """Address of the next page. Null: this is the last."""


class ListAllowedPortsAnswerMeta(TypedDict):
    current_page: int
    """Number of this page, from 1."""
    per_page: int
    """How many to a page."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListAllowedPortsAnswer(TypedDict):
    data: list[AllowedPortsRule]
    """The answer itself."""
    links: ListAllowedPortsAnswerLinks
    """Addresses of related reads."""
    meta: ListAllowedPortsAnswerMeta
    """About the answer itself."""


class GetAllowedPortsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class GetAllowedPortsAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class GetAllowedPortsAnswer(TypedDict):
    data: AllowedPortsRule
    links: GetAllowedPortsAnswerLinks
    """Addresses of related reads."""
    meta: Meta


class GetPublicServicesAnswerDataServers(TypedDict):
    endpoint_id: str
    """The endpoint."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    nickname: str
    """Display name."""
    web_ports: list[int]
    """Open ones that websites use, with an alert."""
    mail_ports: list[int]
    """Open ones that mail servers use, with an alert."""


class GetPublicServicesAnswerData(TypedDict):
    answered_at: str | None
    """When the question was answered or skipped. Null: neither."""
    servers: list[GetPublicServicesAnswerDataServers]
    """By their names; at most 500."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class GetPublicServicesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetPublicServicesAnswerData
    """The answer itself."""
    meta: Meta


class GetNotificationSettingsQuery(TypedDict):
    client_id: int
    """The customer's id in the billing system."""


class GetNotificationSettingsAnswerDataSettingsKinds(TypedDict):
    title: str
    """What such alerts are about, as `leaks about your domains`."""
    enabled: bool
    """Whether it is on."""
    min_severity: Literal["low", "medium", "high", "critical"] | None
    """The lowest severity of which mail is wanted. Null: any."""


class GetNotificationSettingsAnswerDataSettings(TypedDict):
    port_alerts: bool
    """Whether mail about open ports is wanted."""
    port_alerts_min_severity: Literal["low", "medium", "high", "critical"]
    """The lowest severity of open ports of which mail is wanted."""
    domain_alerts: bool
    """Whether mail about domain alerts is wanted."""
    kinds: dict[str, GetNotificationSettingsAnswerDataSettingsKinds]
    """Alerts of other kinds, as `kind` of GET /monitoring/alerts names them."""


NotificationRecipientQuietHours = TypedDict(
    "NotificationRecipientQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


class NotificationRecipient(TypedDict):
    id: str
    """Its id."""
    email: str
    """E-mail address."""
    source: Literal["billing", "added"]
    """billing: the address that the billing system tells; it need not confirm."""
    status: Literal["pending", "active", "unsubscribed", "failing"]
    """Mail goes to active ones only. failing: a mail server refused the address for good, or mail came back from there."""
    failure: str | None
    """What the mail server said when it refused the address, or sent mail back."""
    last_mail_at: str | None
    """The last mail about alerts."""
    monthly_report: bool
    """Whether it gets the report of each month."""
    weekly_summary: bool
    """Whether it gets a mail on Monday after a week in which it heard nothing else; none of a partner that has ended them."""
    delivery: Literal["immediate", "gathered", "daily", "weekly"]
    """When it is told of what is not critical: at once, gathered for 5 minutes, or in a digest in the morning of each day or Monday."""
    quiet_hours: NotificationRecipientQuietHours | None
    """Times of the clock in its zone, as 22:00, between which only what is critical is mailed; over midnight when from is later."""
    time_zone: str
    """The zone of its quiet hours and mornings, as the IANA database names it: `Europe/Berlin`."""
    tell_resolved: bool
    """Whether it is told, too, that what it was told of is over. Digests always say so."""


class GetNotificationSettingsAnswerData(TypedDict):
    mail_available: bool
    """False: no mail server is set up, so nothing is sent."""
    settings: GetNotificationSettingsAnswerDataSettings
    """Settings."""
    recipients: list[NotificationRecipient]
    """Addresses that get mail."""
    max_added_recipients: int
    """How many addresses can be added."""


class GetNotificationSettingsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetNotificationSettingsAnswerData
    """The answer itself."""
    meta: Meta


class WeeklySummarySetting(TypedDict):
    enabled: bool
    """Whether customers get a mail on Monday after a week in which they heard nothing else. Each address can end it for itself."""


class GetWeeklySummarySettingAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: WeeklySummarySetting
    meta: Meta


class Channel(TypedDict):
    id: str
    """Its id."""
    billing_customer_id: int | None
    """Whose it is. Null: the account's own."""
    type: Literal["slack", "teams", "discord", "telegram", "pagerduty", "opsgenie", "ntfy", "mattermost", "rocketchat"]
    """What type it is of."""
    name: str
    """Its name."""
    target: str
    """Where it leads, without what lets anybody in."""
    kinds: list[str]
    """The kinds of alerts that it hears of. Empty: all."""
    min_severity: Literal["low", "medium", "high", "critical"]
    """The lowest severity of which mail is wanted. Null: any."""
    billing_customer_ids: list[int]
    """The customers that it hears of. Empty: all."""
    endpoint_ids: list[str]
    """The servers that it hears of, and then of no domain. Empty: everything."""
    urgency: Literal["at_once", "five_minutes", "daily", "weekly"]
    """When it hears of what is not critical: daily and weekly between 08:00 and 08:30 in its time zone, on Mondays."""
    quiet_from: str | None
    """From then until quiet_until it hears of nothing but what is critical. Null: there are no such hours."""
    quiet_until: str | None
    """When quiet hours end."""
    time_zone: str
    """Of quiet hours and of daily and weekly messages."""
    status: Literal["active", "paused", "disabled"]
    """paused: by hand. disabled: the destination wants no more, or took nothing for five days. What happens meanwhile is told when it is active again."""
    failure: str | None
    """Why the last message did not arrive. Null: it did."""
    failed_at: str | None
    """When the last message did not arrive."""
    last_delivered_at: str | None
    """When the last message arrived."""
    waiting: int
    """Messages that wait to be sent."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class ListChannelsAnswerDataAlertKinds(TypedDict):
    kind: str
    """What kind it is of."""
    title: str
    """What such alerts are about, as `leaks about your domains`."""


class ListChannelsAnswerData(TypedDict):
    channels: list[Channel]
    """Chats and pagers, in the order in which they were added."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""
    max_channels: int
    """So many there may be."""
    alert_kinds: list[ListChannelsAnswerDataAlertKinds]
    """What `kinds` can name."""


class ListChannelsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListChannelsAnswerData
    """The answer itself."""
    meta: Meta


class GetChannelQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class GetChannelAnswerData(TypedDict):
    channel: Channel


class GetChannelAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetChannelAnswerData
    """The answer itself."""
    meta: Meta


class Webhook(TypedDict):
    id: str
    """Its id."""
    world: Literal["live", "sandbox"]
    """Whose events it gets: those of the real world, or those of the sandbox."""
    url: str
    """Where events are posted to. People of the role support see it without the values of its query."""
    types: list[str]
    """Types of events that are wanted. An empty list: all."""
    description: str | None
    """What it is for, in your words."""
    enabled: bool
    """Whether events are sent to it."""
    disabled_reason: Literal["by_hand", "gone", "failing"] | None
    """by_hand: somebody disabled it. gone: the receiver answered 410. failing: it had no success for five days. Null: it is enabled."""
    disabled_at: str | None
    """Null: it is enabled."""
    failing_since: str | None
    """Of the first failure since the last success. Null: the last attempt arrived, or there was none."""
    previous_secret_until: str | None
    """Until when requests are signed with the secret before the last rotation, too. Null: they are not."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class ListWebhooksAnswerData(TypedDict):
    webhooks: list[Webhook]
    """The oldest first."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListWebhooksAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListWebhooksAnswerData
    """The answer itself."""
    meta: Meta


class GetWebhookAnswerData(TypedDict):
    webhook: Webhook


class GetWebhookAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetWebhookAnswerData
    """The answer itself."""
    meta: Meta


class WebhookDeliveryLastAttempt(TypedDict):
    at: str
    """When it began."""
    duration_ms: int
    """How long it took, in milliseconds."""
    status: int | None
    """Of the answer. Null: there was none."""
    failure: str | None
    """Why it did not arrive. Null: it did."""


class WebhookDelivery(TypedDict):
    id: str
    """The event's, and the webhook-id of each request."""
    event_type: str
    """What kind of event it is."""
    status: Literal["pending", "delivered", "failed"]
    """pending: it waits for its first or next attempt. failed: the plan of retries is over, or the webhook was disabled."""
    attempts: int
    """Ever made."""
    next_attempt_at: str | None
    """Null: there is none."""
    created_at: str
    """When it was made."""
    settled_at: str | None
    """When it arrived or was given up."""
    last_attempt: WebhookDeliveryLastAttempt | None
    """Null: nothing was tried yet."""


class ListWebhookDeliveriesAnswerData(TypedDict):
    deliveries: list[WebhookDelivery]
    """The page."""
    next_cursor: str | None
    """`cursor` or `after` of the next page. Null: this is the last."""
    has_more: bool
    """Whether more follow."""


class ListWebhookDeliveriesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListWebhookDeliveriesAnswerData
    """The answer itself."""
    meta: Meta


class WebhookDeliveryDetailLastAttempt(TypedDict):
    at: str
    """When it began."""
    duration_ms: int
    """How long it took, in milliseconds."""
    status: int | None
    """Of the answer. Null: there was none."""
    failure: str | None
    """Why it did not arrive. Null: it did."""


class WebhookDeliveryDetailRequest(TypedDict):
    url: str
    """Where it was sent to."""
    headers: dict[str, str]
    """Those that belong to the signature, and content-type."""
    body: str | None
    """The event. Null: it is no longer kept."""


class WebhookDeliveryDetailAnswer(TypedDict):
    status: int
    """Its state."""
    headers: dict[str, str]
    """content-type, date, location and retry-after, as far as there are any."""
    body: str
    """The first 4 KiB."""
    is_cut: bool
    """Whether the body was longer."""


class WebhookDeliveryDetail(TypedDict):
    id: str
    """The event's, and the webhook-id of each request."""
    event_type: str
    """What kind of event it is."""
    status: Literal["pending", "delivered", "failed"]
    """pending: it waits for its first or next attempt. failed: the plan of retries is over, or the webhook was disabled."""
    attempts: int
    """Ever made."""
    next_attempt_at: str | None
    """Null: there is none."""
    created_at: str
    """When it was made."""
    settled_at: str | None
    """When it arrived or was given up."""
    last_attempt: WebhookDeliveryDetailLastAttempt | None
    """Null: nothing was tried yet."""
    request: WebhookDeliveryDetailRequest | None
    """Of the last attempt. Null: nothing was sent."""
    answer: WebhookDeliveryDetailAnswer | None
    """To the last attempt. Null: there was none."""


class GetWebhookDeliveryAnswerData(TypedDict):
    delivery: WebhookDeliveryDetail


class GetWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetWebhookDeliveryAnswerData
    """The answer itself."""
    meta: Meta


class ListScenariosAnswerDataScenarios(TypedDict):
    scenario: Literal["clean", "warnings", "critical"]
    """What scans of the sandbox find."""
    description: str
    """Free text."""


class ListScenariosAnswerData(TypedDict):
    scenarios: list[ListScenariosAnswerDataScenarios]
    """What scans of the sandbox can find."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListScenariosAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListScenariosAnswerData
    """The answer itself."""
    meta: Meta


class GetScenarioQuery(TypedDict):
    endpoint_id: NotRequired[str]
    """The endpoint."""


class GetScenarioAnswerData(TypedDict):
    scenario: Literal["clean", "warnings", "critical"]
    """What scans of the sandbox find."""
    endpoint_id: str | None
    """The endpoint."""


class GetScenarioAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetScenarioAnswerData
    """The answer itself."""
    meta: Meta


class GetSandboxClockAnswerDataDue(TypedDict):
    scans: int
    """Scans of servers that are due, queued or under way."""
    domain_scans: int
    """Scans of domains that are due, queued or under way."""
    domain_looks: int
    """Looks at what everybody can see of domains that are due, queued or under way."""
    alerts: int
    """Alerts that are still set aside, though their time has passed."""
    rules: int
    """Allowed Ports rules whose end nothing came of yet."""


class GetSandboxClockAnswerData(TypedDict):
    settled: bool
    """Whether all that became due has happened."""
    due: GetSandboxClockAnswerDataDue
    """What is due and has not happened yet."""


class GetSandboxClockAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetSandboxClockAnswerData
    """The answer itself."""
    meta: Meta


class ListedCustomerAlertsBySeverity(TypedDict):
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""


class ListedCustomer(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    name: str | None
    """Its name."""
    email: str | None
    """E-mail address."""
    endpoints: int
    """Endpoints."""
    domains: int
    """Monitored domains."""
    open_alerts: int
    """Alerts that are open."""
    endpoints_not_scanned: int
    """Endpoints that nobody looks at: paused, or of an address that is never scanned."""
    alerts_by_severity: ListedCustomerAlertsBySeverity
    """Open alerts of every kind."""
    worst_severity: Literal["low", "medium", "high", "critical"] | None
    """Of the open alerts of every kind. Null: none is open."""
    created_at: str
    """When it was made."""


class ListCustomersAnswerData(TypedDict):
    customers: list[ListedCustomer]
    """Customers."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListCustomersAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListCustomersAnswerData
    """The answer itself."""
    meta: Meta


class CustomerServices(TypedDict):
    service_id: int
    """The service's id in the billing system."""
    product_slug: str | None
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    mrr: float | None
    """Monthly recurring revenue, exact to the cent."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class CustomerSubscriptionsWindows(TypedDict):
    state: Literal["active", "suspended", "cancelled"]
    """Its state."""
    plan_slug: str | None
    """A plan of the catalogue."""
    quantity: int
    """Slots of products that are sold by number; 1 of others."""
    mrr: float | None
    """Monthly recurring revenue, exact to the cent."""
    started_at: str
    """When it began. Null: it has not."""
    ended_at: str | None
    """When it ended. Null: it lasts."""


class CustomerSubscriptions(TypedDict):
    subscription_id: str
    """The subscription."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: Literal["port_monitoring", "domain_monitoring"]
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    quantity: int
    """Slots of products that are sold by number; 1 of others."""
    mrr: float | None
    """Monthly recurring revenue, exact to the cent."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    windows: list[CustomerSubscriptionsWindows]
    """Times of one state and terms each, oldest first."""


class CustomerDomains(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    quota_paused: bool
    """Whether the platform paused it, because paid capacity does not cover it."""
    service_id: int
    """The service's id in the billing system."""
    created_at: str
    """When it was made."""


class CustomerEndpoints(TypedDict):
    active: int
    """How many are active."""
    paused: int
    """How many are paused."""
    quota_paused: int
    """Whether the platform paused it, because paid capacity does not cover it."""


class CustomerCapacityPortMonitoring(TypedDict):
    capacity: int | None
    """Places that are paid for, by product or in all. Null: any number."""
    usage: int
    """Places that are taken."""
    over_quota: bool
    """Whether more places are taken than are paid for."""


class CustomerCapacityDomainMonitoring(TypedDict):
    capacity: int | None
    """Places that are paid for, by product or in all. Null: any number."""
    usage: int
    """Places that are taken."""
    over_quota: bool
    """Whether more places are taken than are paid for."""


class CustomerCapacity(TypedDict):
    port_monitoring: CustomerCapacityPortMonitoring
    """Of port monitoring."""
    domain_monitoring: CustomerCapacityDomainMonitoring
    """Of domain monitoring."""


class Customer(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    name: str | None
    """Its name."""
    email: str | None
    """E-mail address."""
    language: str | None
    """That the customer chose (BCP 47). Null: what the browser asks for."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    services: list[CustomerServices]
    """Services."""
    subscriptions: list[CustomerSubscriptions]
    """Subscriptions."""
    domains: list[CustomerDomains]
    """Monitored domains."""
    endpoints: CustomerEndpoints
    """Endpoints."""
    capacity: CustomerCapacity
    """Places that are paid for, by product or in all. Null: any number."""


class GetCustomerAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: Customer
    meta: Meta


class ServerOfCustomer(TypedDict):
    id: str
    """Its id."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    hostname: str
    """Display hostname."""
    nickname: str
    """Display name."""
    state: Literal["scanned", "not_yet", "unreachable", "answers_everything", "never", "paused", "no_room"]
    """Whether it is looked at: scanned; not_yet (the first scan is to come); unreachable or answers_everything (nothing can be said of its ports); never (its address is never scanned); paused; no_room (paused because paid capacity does not cover it)."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""
    open_alerts: int
    """Open alerts of every kind."""
    worst_severity: Literal["low", "medium", "high", "critical"] | None
    """Of the open alerts of every kind. Null: none is open."""


class ListServersOfCustomerAnswerData(TypedDict):
    servers: list[ServerOfCustomer]
    """Servers."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListServersOfCustomerAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListServersOfCustomerAnswerData
    """The answer itself."""
    meta: Meta


class ListedServiceSubscriptions(TypedDict):
    product_slug: Literal["port_monitoring", "domain_monitoring"]
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    quantity: int
    """Slots of products that are sold by number; 1 of others."""
    mrr: float | None
    """Monthly recurring revenue, exact to the cent."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""


class ListedServiceServers(TypedDict):
    id: str
    """Its id."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    status: Literal["active", "paused"]
    """Its state."""
    quota_paused: bool
    """Whether the platform paused it, because paid capacity does not cover it."""


class ListedService(TypedDict):
    service_id: int
    """The service's id in the billing system."""
    billing_customer_id: int
    """The customer's id in the billing system."""
    name: str | None
    """Its name."""
    email: str | None
    """E-mail address."""
    product_slug: str | None
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    mrr: float | None
    """Monthly recurring revenue, exact to the cent."""
    subscriptions: list[ListedServiceSubscriptions]
    """Subscriptions."""
    servers: list[ListedServiceServers]
    """The newest ten that are not terminated."""
    server_count: int
    """How many servers are not terminated."""


class ListServicesAnswerData(TypedDict):
    services: list[ListedService]
    """Services."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListServicesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListServicesAnswerData
    """The answer itself."""
    meta: Meta


class ListedSubscription(TypedDict):
    subscription_id: str
    """The subscription."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: Literal["port_monitoring", "domain_monitoring"]
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    quantity: int
    """Slots of products that are sold by number; 1 of others."""
    mrr: float | None
    """Monthly recurring revenue, exact to the cent."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    billing_customer_id: int
    """The customer's id in the billing system."""


class ListSubscriptionsAnswerLinks(TypedDict):
    first: str
    """Address of the first page."""
    last: str
    """Address of the last page. Null: unknown."""
    prev: str | None
    """Address of the page before. Null: this is the first."""
    next: str | None
    """Address of the next page. Null: this is the last."""


class ListSubscriptionsAnswerMeta(TypedDict):
    current_page: int
    """Number of this page, from 1."""
    per_page: int
    """How many to a page."""
    total: int
    """How many there are."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListSubscriptionsAnswer(TypedDict):
    data: list[ListedSubscription]
    """The answer itself."""
    links: ListSubscriptionsAnswerLinks
    """Addresses of related reads."""
    meta: ListSubscriptionsAnswerMeta
    """About the answer itself."""


class ServiceUsageWindows(TypedDict):
    started_at: str
    """When this number began, not before the period."""
    ended_at: str
    """When it ended; now while it lasts, not behind the period."""
    active: int
    """Active resources during the window."""


class ServiceUsage(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int | None
    """The service's id in the billing system. Null: resources of no service."""
    product_slug: str | None
    """What the service is known as."""
    plan_slug: str | None
    """The plan that the service has now."""
    unit: Literal["endpoint", "domain"]
    """What is counted."""
    current: int
    """Active at the end of the period, or now while it lasts."""
    peak: int
    """The most that were active at once."""
    average: str
    """Active on average over what has passed of the period: a decimal with four places."""
    active_seconds: int
    """Seconds that its resources were active, added up: each full second of the clock counts as what it ended as."""
    windows: list[ServiceUsageWindows]
    """When how many were active, oldest first, without times of none."""
    is_estimated: bool
    """Whether a part of the figures is from before changes were recorded: until then a resource counts as active from its creation until it was terminated or, if it was paused at that time, last changed."""


GetUsageAnswerData = TypedDict(
    "GetUsageAnswerData",
    {
        "from": "str",
        "to": "str",
        "services": "list[ServiceUsage]",
        "has_more": "bool",
        "next_cursor": "str | None",
    },
)


class GetUsageAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetUsageAnswerData
    """The answer itself."""
    meta: Meta


class GetMonthlyReportQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """Left out: all customers together."""
    month: str
    """A month of UTC, at most 12 months back."""
    language: NotRequired[Literal["de", "en", "es", "fr", "pt"]]
    """In which it is told. Left out: see above."""


class AlertLedger(TypedDict):
    open_at_start: int
    """Open before the month began."""
    raised: int
    """Alerts that were raised."""
    reopened: int
    """Alerts that were closed and are open again: by a person, or because a time was over."""
    closed: int
    """fixed, allowed, false_positives and removed together."""
    fixed: int
    """The cause ended, or somebody resolved the alert."""
    allowed: int
    """An Allowed Ports rule covers the port."""
    false_positives: int
    """Marked as false positives."""
    removed: int
    """Their server or domain was terminated."""
    reassessed: int
    """Alerts that got this severity less those that lost it while they were open; 0 over all severities."""
    open_at_end: int
    """Open when the month ended, or now: open_at_start + raised + reopened − closed + reassessed."""
    median_seconds: int | None
    """Half of the fixed ones had been open for no longer; null: none was fixed."""
    p90_seconds: int | None
    """Nine tenths of the fixed ones had been open for no longer; null: none was fixed."""


class MonthFiguresBySeverity(TypedDict):
    low: AlertLedger
    medium: AlertLedger
    high: AlertLedger
    critical: AlertLedger


class MonthFiguresByKind(TypedDict):
    kind: str
    """What kind it is of."""
    title: str
    """What such alerts are about, as `leaks about your domains`."""
    open_at_start: int
    """Open before the month began."""
    raised: int
    """Alerts that were raised."""
    reopened: int
    """Alerts that were closed and are open again: by a person, or because a time was over."""
    closed: int
    """fixed, allowed, false_positives and removed together."""
    fixed: int
    """The cause ended, or somebody resolved the alert."""
    allowed: int
    """An Allowed Ports rule covers the port."""
    false_positives: int
    """Marked as false positives."""
    removed: int
    """Their server or domain was terminated."""
    reassessed: int
    """Alerts that got this severity less those that lost it while they were open; 0 over all severities."""
    open_at_end: int
    """Open when the month ended, or now: open_at_start + raised + reopened − closed + reassessed."""
    median_seconds: int | None
    """Half of the fixed ones had been open for no longer; null: none was fixed."""
    p90_seconds: int | None
    """Nine tenths of the fixed ones had been open for no longer; null: none was fixed."""


class MonthFigures(TypedDict):
    month: str
    """A month of UTC."""
    total: AlertLedger
    by_severity: MonthFiguresBySeverity
    """The same for each severity."""
    by_kind: list[MonthFiguresByKind]
    """Kinds of alerts that there were any of."""


class ReportAdvice(TypedDict):
    kind: str
    """What kind it is of."""
    severity: Literal["low", "medium", "high", "critical"]
    """Of the most urgent of the alerts."""
    alert_id: str
    """The most urgent of the alerts."""
    title: str
    """What it is, in a few words."""
    advice: str | None
    """How to end the cause, in sentences; null: see the alert."""
    alerts: int
    """Alerts of the same cause, such as a port on several servers."""
    subjects: list[str]
    """Names of up to three servers or domains."""


class ReportedCauseSubject(TypedDict):
    type: Literal["endpoint", "domain"]
    """What type it is of."""
    id: str
    """Its id."""
    name: str
    """The server's nickname, or the domain's name."""


class ReportedCause(TypedDict):
    id: str
    """Its id."""
    kind: str
    """What kind it is of."""
    subject: ReportedCauseSubject
    """What it is about."""
    severity: Literal["low", "medium", "high", "critical"]
    """When the month ended, or when the alert was closed."""
    title: str
    """What it is, in a few words."""
    opened_at: str
    """When it was raised or, later, reopened."""
    closed_at: str | None
    """Null: it was open when the month ended."""
    alerts: int
    """Alerts of the same cause, such as a port on several servers, itself among them."""


class ReportedAlertSubject(TypedDict):
    type: Literal["endpoint", "domain"]
    """What type it is of."""
    id: str
    """Its id."""
    name: str
    """The server's nickname, or the domain's name."""


class ReportedAlert(TypedDict):
    id: str
    """Its id."""
    kind: str
    """What kind it is of."""
    subject: ReportedAlertSubject
    """What it is about."""
    severity: Literal["low", "medium", "high", "critical"]
    """When the month ended, or when the alert was closed."""
    title: str
    """What it is, in a few words."""
    opened_at: str
    """When it was raised or, later, reopened."""
    closed_at: str | None
    """Null: it was open when the month ended."""


class ReportCoverageNotScanned(TypedDict):
    paused: int
    """Paused by hand."""
    capacity: int
    """Paused because what is paid for does not cover them."""
    out_of_scope: int
    """Their addresses are never scanned."""
    no_source: int
    """Nobody was set up to be asked who could know anything of leaks."""
    failing: int
    """The last scan of the month failed."""
    not_yet: int
    """No scan of the month has ended."""


class ReportCoverage(TypedDict):
    total: int
    """Monitored when the month ended, or now."""
    scanned: int
    """Those of them that were active then and whose last scan of the month had a result."""
    not_scanned: ReportCoverageNotScanned
    """The others, by why."""


class MonthlyReportCoverage(TypedDict):
    servers: ReportCoverage
    domains: ReportCoverage


class MonthlyReportCapacityPortMonitoring(TypedDict):
    capacity: int | None
    """Null: not capped."""
    usage: int
    """What takes room in it."""


class MonthlyReportCapacityDomainMonitoring(TypedDict):
    capacity: int | None
    """Null: not capped."""
    usage: int
    """What takes room in it."""


class MonthlyReportCapacity(TypedDict):
    port_monitoring: MonthlyReportCapacityPortMonitoring
    """Of port monitoring."""
    domain_monitoring: MonthlyReportCapacityDomainMonitoring
    """Of domain monitoring."""


class MonthlyReportCustomers(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    name: str | None
    """Its name."""
    low: int
    """Open alerts of this severity when the month ended."""
    medium: int
    """Open alerts of this severity when the month ended."""
    high: int
    """Open alerts of this severity when the month ended."""
    critical: int
    """Open alerts of this severity when the month ended."""


class ExposureDay(TypedDict):
    date: str
    """A day of UTC."""
    low: int
    """Alerts of this severity that were open when the day ended, or are open now."""
    medium: int
    """Alerts of this severity that were open when the day ended, or are open now."""
    high: int
    """Alerts of this severity that were open when the day ended, or are open now."""
    critical: int
    """Alerts of this severity that were open when the day ended, or are open now."""


class MonthlyReport(TypedDict):
    billing_customer_id: int | None
    """Null: of all customers."""
    customer_name: str | None
    """As the billing system told it; null: it did not."""
    month: str
    """As asked for."""
    is_over: bool
    """False: the month still lasts, and the figures are as of now."""
    as_of: str
    """When this was counted."""
    summary: list[str]
    """What the report comes to, in sentences."""
    figures: MonthFigures
    before: MonthFigures
    """The same of the month before."""
    do_first: list[ReportAdvice]
    """Up to three things to do, the most urgent first."""
    still_open: list[ReportedCause]
    """Of the most urgent causes that were left when the month ended, up to five, the most urgent alert."""
    fixed: list[ReportedAlert]
    """The most urgent alerts that were fixed: up to five."""
    all_looked_at: bool
    """Whether there was anything to look at, and all of it was: only then does the report say that nothing is open."""
    coverage: MonthlyReportCoverage
    """What was looked at in the month."""
    capacity: MonthlyReportCapacity | None
    """What is paid for now. Null: of all customers."""
    customers: list[MonthlyReportCustomers]
    """Up to ten customers with the most urgent alerts; empty when one is named."""
    exposure: list[ExposureDay]
    """Oldest first, without gaps."""


class GetMonthlyReportAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: MonthlyReport
    meta: Meta


class GetExposureQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """Left out: all customers together."""
    endpoint_id: NotRequired[str]
    """Alerts about this server alone."""
    days: NotRequired[int]
    """Up to today."""


class GetExposureAnswerData(TypedDict):
    days: list[ExposureDay]
    """Oldest first, without gaps."""


class GetExposureAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetExposureAnswerData
    """The answer itself."""
    meta: Meta


class Plan(TypedDict):
    product_slug: Literal["port_monitoring"]
    """The product."""
    plan_slug: str
    """A plan of the catalogue."""
    capacity: int
    """Endpoints that the plan pays for."""
    scan_interval_seconds: int | None
    """Null: the installation's interval. One that is shorter than the installation allows is not used."""
    ports: str
    """TCP ports: top-1000, full, or port ranges. By default the 1016 most common TCP ports are asked (top-1000), and no UDP. What listens elsewhere, such as on 51820/tcp, is not seen and raises no alert; a plan with ports full asks all 65,535, and one with protocols tcp+udp the 29 UDP services of the risk table that can be judged."""
    tcp_ports: int
    """How many TCP ports that are."""
    udp_ports: int
    """How many UDP ports are asked besides."""
    protocols: Literal["tcp", "tcp+udp"]
    """tcp+udp: besides, the UDP ports of the risk table."""
    max_packets_per_second: int | None
    """Ceiling for each of its endpoints. Null: the installation's."""
    vantage_points: list[str]
    """From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere."""
    subscriptions: int
    """Subscriptions."""


class ListPlansAnswerData(TypedDict):
    plans: list[Plan]
    """Plans."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListPlansAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListPlansAnswerData
    """The answer itself."""
    meta: Meta


class AuditEntryActor(TypedDict):
    kind: Literal["api_key", "administrator", "customer", "operator", "system"]
    """What kind it is of."""
    id: str | None
    """Its id."""


class AuditEntrySubject(TypedDict):
    type: Literal["endpoint", "domain", "alert", "allowed_ports", "subscription", "customer", "recipient"]
    """What type it is of."""
    name: str | None
    """Its address, domain, product or name as it is now. Of a rule null means all servers."""
    ports: str | None
    """Of an alert or rule about ports: 6379/tcp, 8000-8010/both."""
    kind: str | None
    """Of an alert."""


class AuditEntry(TypedDict):
    id: str
    """Its id."""
    at: str
    """When it happened."""
    actor: AuditEntryActor
    """Who did it."""
    action: str
    """subject.verb, as in endpoint.suspended"""
    subject_id: str | None
    """What it was done to."""
    subject: AuditEntrySubject | None
    """What subject_id names. Null: it is gone, or of another sort; details may tell."""
    billing_customer_id: int | None
    """The customer's id in the billing system."""
    request_id: str | None
    """Id of the request."""
    details: dict[str, Any]
    """More about it; what is in it depends on its code or action."""


class ListAuditAnswerData(TypedDict):
    entries: list[AuditEntry]
    """Entries, newest first."""
    has_more: bool
    """Whether more follow."""
    next_cursor: str | None
    """Give it as `cursor` to go on. Null: this is the last page."""


class ListAuditAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListAuditAnswerData
    """The answer itself."""
    meta: Meta


class AlertData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    alert_id: str
    """The alert."""
    endpoint_id: str
    """The endpoint."""
    alert: MonitoringAlert


class AlertOpenedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["alert.opened"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: AlertData


class AlertResolvedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["alert.resolved"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: AlertData


class ReopenedAlertData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    alert_id: str
    """The alert."""
    endpoint_id: str
    """The endpoint."""
    alert: MonitoringAlert
    reopened_by: Literal["person", "time", "evidence"]
    """Whether somebody opened it again, the time that it was set aside for has passed, or it was seen again."""


class AlertReopenedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["alert.reopened"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: ReopenedAlertData


class OpenedDomainAlertData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    alert_id: str
    """The alert."""
    domain_id: str
    """The monitored domain."""
    alert: MonitoringAlert
    reopened_by: NotRequired[Literal["person", "time", "evidence"]]
    """Whether somebody opened it again, the time that it was set aside for has passed, or it was seen again."""


class DomainAlertOpenedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["domain_alert.opened"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: OpenedDomainAlertData


class DomainAlertData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    alert_id: str
    """The alert."""
    domain_id: str
    """The monitored domain."""
    alert: MonitoringAlert


class DomainAlertResolvedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["domain_alert.resolved"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: DomainAlertData


class EndpointData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    endpoint_id: str
    """The endpoint."""
    endpoint: Endpoint


class EndpointCreatedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["endpoint.created"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: EndpointData


class MovedEndpointData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    endpoint_id: str
    """The endpoint."""
    endpoint: Endpoint
    previous_status: Literal["active", "paused", "terminated"]
    """The status before the change."""


class EndpointPausedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["endpoint.paused"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: MovedEndpointData


class EndpointResumedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["endpoint.resumed"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: MovedEndpointData


class EndpointTerminatedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["endpoint.terminated"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: MovedEndpointData


class MonitoredDomain(TypedDict):
    id: str
    """Its id."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    quota_paused: bool
    """Whether the platform paused it, because paid capacity does not cover it."""
    verified: bool
    """Whether control was proved."""
    findings_count: int
    """How many findings there are."""
    open_alerts: int
    """Alerts that are open."""
    last_scan_at: str | None
    """When it was last scanned. Null: never."""
    next_scan_at: str | None
    """When it is due for a scan. Null: it is not scanned."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""
    billing_customer_id: int
    """The customer's id in the billing system."""


class DomainData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    domain_id: str
    """The monitored domain."""
    domain: MonitoredDomain


class DomainCreatedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["domain.created"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: DomainData


class MovedDomainData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    domain_id: str
    """The monitored domain."""
    domain: MonitoredDomain
    previous_status: Literal["active", "paused", "terminated"]
    """The status before the change."""


class DomainPausedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["domain.paused"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: MovedDomainData


class DomainResumedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["domain.resumed"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: MovedDomainData


class DomainTerminatedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["domain.terminated"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: MovedDomainData


class SubscriptionData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    subscription_id: str
    """The subscription."""
    subscription: ListedSubscription


class SubscriptionChangedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["subscription.changed"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: SubscriptionData


class CapacityDataPortMonitoring(TypedDict):
    product_type: str
    """`port_monitoring` or `domain_monitoring`."""
    capacity: int | None
    """Places that are paid for, by product or in all. Null: any number."""
    usage: int
    """Resources that take a place: all that are not terminated, but for servers that their own service pays for."""
    over_quota: bool
    """Whether more places are taken than are paid for."""
    newly_paused: list[str]
    """IP addresses or domain names that were paused for capacity, in the order it was done: newest first."""
    unpaused: list[str]
    """IP addresses or domain names that came back, in the order it was done: oldest first."""


class CapacityDataDomainMonitoring(TypedDict):
    product_type: str
    """`port_monitoring` or `domain_monitoring`."""
    capacity: int | None
    """Places that are paid for, by product or in all. Null: any number."""
    usage: int
    """Resources that take a place: all that are not terminated, but for servers that their own service pays for."""
    over_quota: bool
    """Whether more places are taken than are paid for."""
    newly_paused: list[str]
    """IP addresses or domain names that were paused for capacity, in the order it was done: newest first."""
    unpaused: list[str]
    """IP addresses or domain names that came back, in the order it was done: oldest first."""


class CapacityData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    port_monitoring: CapacityDataPortMonitoring
    """Of port monitoring."""
    domain_monitoring: CapacityDataDomainMonitoring
    """Of domain monitoring."""


class CapacityEnforcedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["capacity.enforced"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: CapacityData


class ScanData1(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    scan_id: str
    """The scan."""
    endpoint_id: str
    """The endpoint."""
    scan: ScanDetail


class ScanData2ScanSources(TypedDict):
    source: str
    """Where it comes from."""
    outcome: Literal["complete", "truncated", "failed"]
    """How it ended."""
    failure: Literal["not_authorised", "domain_not_verified", "rate_limited", "unavailable", "malformed"] | None
    """Why it failed. Null: it did not."""
    error: str | None
    """What went wrong."""
    findings: int
    """Findings."""
    duration_ms: int
    """How long it took, in milliseconds."""


class ScanData2Scan(TypedDict):
    id: str
    """Its id."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["pending", "running", "completed", "failed", "cancelled"]
    """Its state."""
    created_at: str
    """When it was made."""
    started_at: str | None
    """When it began. Null: it has not."""
    finished_at: str | None
    """When it ended. Null: it has not."""
    findings_seen: int | None
    """Findings that the sources told."""
    findings_new: int | None
    """Findings that were not known before."""
    sources: list[ScanData2ScanSources]
    """Sources that were asked."""


class ScanData2(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    scan_id: str
    """The scan."""
    domain_id: str
    """The monitored domain."""
    scan: ScanData2Scan
    """The scan."""


ScanData = Union[
    ScanData1,
    ScanData2,
]


class ScanCompletedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["scan.completed"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: ScanData


class ScanFailedEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["scan.failed"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: ScanData


class WebhookTestDataSample(TypedDict):
    type: str
    """What type it is of."""
    data: dict[str, Any]
    """The answer itself."""


class WebhookTestData(TypedDict):
    webhook_id: str
    """The webhook that is tried."""
    sample: NotRequired[WebhookTestDataSample]
    """What the webhook is sent in place of this. Absent: this."""


class WebhookTestEvent(TypedDict):
    id: str
    """The webhook-id of every webhook that tells of it."""
    type: Literal["webhook.test"]
    """What type it is of."""
    timestamp: str
    """When it happened."""
    data: WebhookTestData


Event = Union[
    AlertOpenedEvent,
    AlertResolvedEvent,
    AlertReopenedEvent,
    DomainAlertOpenedEvent,
    DomainAlertResolvedEvent,
    EndpointCreatedEvent,
    EndpointPausedEvent,
    EndpointResumedEvent,
    EndpointTerminatedEvent,
    DomainCreatedEvent,
    DomainPausedEvent,
    DomainResumedEvent,
    DomainTerminatedEvent,
    SubscriptionChangedEvent,
    CapacityEnforcedEvent,
    ScanCompletedEvent,
    ScanFailedEvent,
    WebhookTestEvent,
]


class ListEventsAnswerData(TypedDict):
    events: list[Event]
    """In the order in which they became known."""
    next_cursor: str | None
    """What to ask with next: the id of the last event that was looked at, whether the filters let it through or not. Null: nothing has happened yet."""
    has_more: bool
    """Whether to ask again at once. With filters a page can have fewer events than its limit, or none, and there are more to look at."""


class ListEventsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ListEventsAnswerData
    """The answer itself."""
    meta: Meta


class AccountPartner(TypedDict):
    id: str
    """Its id."""
    name: str
    """Its name."""


class AccountSandbox(TypedDict):
    enabled: bool
    """Whether it is on."""


class AccountKey(TypedDict):
    prefix: str
    """First characters of the key, by which people tell keys apart."""
    world: Literal["live", "sandbox"]
    """Whether it is of the real world or of the sandbox."""
    name: str
    """Its name."""
    expires_at: str | None
    """When it stops being valid."""


class AccountLimitsRequestsPerMinute(TypedDict):
    strict: int
    """Provisioning, sign-in, alerts, domain monitoring, firewall ingest."""
    default: int
    """Everything else."""


class AccountLimitsUnsubscribedCaps(TypedDict):
    port_monitoring: int | None
    """Of port monitoring."""
    domain_monitoring: int | None
    """Of domain monitoring."""


class AccountLimits(TypedDict):
    requests_per_minute: AccountLimitsRequestsPerMinute
    """Requests a minute and key."""
    manual_scan_cooldown_seconds: int
    """Seconds between two manual scans of an endpoint."""
    unsubscribed_caps: AccountLimitsUnsubscribedCaps
    """Resources of a customer that never had a subscription to the product. Null: any number."""


class Account(TypedDict):
    partner: AccountPartner
    """The account."""
    portal_domain: str
    """The one that the key is bound to."""
    sandbox: AccountSandbox
    """State of the sandbox."""
    key: AccountKey
    """The API key. It is shown once."""
    limits: AccountLimits
    """Limits that apply."""


class GetAccountAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: Account
    meta: Meta


class ProvisionEndpointBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    ip_address: NotRequired[str]
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    service_id: NotRequired[int]
    """The service's id in the billing system."""
    hostname: NotRequired[str]
    """Display hostname."""
    client_name: NotRequired[str]
    """The customer's name. Fills what is empty; PUT customers and sso/token change it."""
    client_email: NotRequired[str]
    """The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it."""
    product_slug: NotRequired[str]
    """The product."""
    plan_slug: NotRequired[str]
    """A plan of the catalogue."""
    mrr: NotRequired[float]
    """Monthly recurring revenue."""
    dry_run: NotRequired[bool]
    """True: answer what would happen, and change nothing."""


class ProvisionEndpointAnswerData(TypedDict):
    endpoint_id: str
    """The endpoint."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""
    dry_run: NotRequired[bool]
    """True: answer what would happen, and change nothing."""
    not_scanned: NotRequired[str | None]
    """In a dry run: why the address is never scanned. Null: it is scanned."""


class ProvisionEndpointAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ProvisionEndpointAnswerData
    """The answer itself."""
    meta: Meta


class SuspendEndpointBody(TypedDict):
    endpoint_id: str
    """The endpoint."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class SuspendEndpointAnswerData(TypedDict):
    endpoint_id: str
    """The endpoint."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class SuspendEndpointAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SuspendEndpointAnswerData
    """The answer itself."""
    meta: Meta


class ResumeEndpointBody(TypedDict):
    endpoint_id: str
    """The endpoint."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class ResumeEndpointAnswerData(TypedDict):
    endpoint_id: str
    """The endpoint."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ResumeEndpointAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResumeEndpointAnswerData
    """The answer itself."""
    meta: Meta


class TerminateEndpointBody(TypedDict):
    endpoint_id: str
    """The endpoint."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class TerminateEndpointAnswerData(TypedDict):
    endpoint_id: str
    """The endpoint."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class TerminateEndpointAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: TerminateEndpointAnswerData
    """The answer itself."""
    meta: Meta


class AddEndpointBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    ip_address: str
    """IPv4 or IPv6 address, or a hostname."""
    nickname: NotRequired[str]
    """Display name."""
    status: NotRequired[Literal["active", "paused"]]
    """Its state."""
    client_name: NotRequired[str]
    """The customer's name. Fills what is empty; PUT customers and sso/token change it."""
    client_email: NotRequired[str]
    """The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it."""


class AddEndpointAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class AddEndpointAnswer(TypedDict):
    data: Endpoint
    links: AddEndpointAnswerLinks
    """Addresses of related reads."""
    meta: Meta
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ScanEndpointBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    endpoint_id: str
    """The endpoint."""


class ScanEndpointAnswerData(TypedDict):
    scan_id: str
    """The scan."""
    status: Literal["pending"]
    """Its state."""
    cooldown_seconds: int
    """Seconds between two manual scans."""


class ScanEndpointAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ScanEndpointAnswerData
    """The answer itself."""
    meta: Meta


class ProvisionDomainBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    domain: str
    """A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first."""
    service_id: int
    """The service's id in the billing system."""
    client_name: NotRequired[str]
    """The customer's name. Fills what is empty; PUT customers and sso/token change it."""
    client_email: NotRequired[str]
    """The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it."""


class ProvisionDomainAnswerData(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ProvisionDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ProvisionDomainAnswerData
    """The answer itself."""
    meta: Meta


class SuspendDomainBody(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class SuspendDomainAnswerData(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class SuspendDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SuspendDomainAnswerData
    """The answer itself."""
    meta: Meta


class ResumeDomainBody(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class ResumeDomainAnswerData(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ResumeDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResumeDomainAnswerData
    """The answer itself."""
    meta: Meta


class TerminateDomainBody(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class TerminateDomainAnswerData(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class TerminateDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: TerminateDomainAnswerData
    """The answer itself."""
    meta: Meta


class UpdateDomainBody(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""
    domain: str
    """A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first."""


class UpdateDomainAnswerData(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["active", "paused", "terminated"]
    """Its state."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class UpdateDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: UpdateDomainAnswerData
    """The answer itself."""
    meta: Meta


class ReleaseDomainBody(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class ReleaseDomainAnswerData(TypedDict):
    monitored_domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    status: Literal["terminated"]
    """Its state."""
    released: Literal[True]
    """True: given up for good."""


class ReleaseDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ReleaseDomainAnswerData
    """The answer itself."""
    meta: Meta


class GetDomainVerificationBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class DomainVerificationRecord(TypedDict):
    type: Literal["TXT"]
    """What type it is of."""
    name: str
    """Its name."""
    value: str
    """Its value."""


class DomainVerification(TypedDict):
    domain_id: str
    """The monitored domain."""
    domain: str
    """Domain name in lower case, internationalised labels in punycode. Requests may have a URL."""
    verified: bool
    """Whether control was proved."""
    verified_at: str | None
    """When control was proved. Null: it was not."""
    checked_at: str | None
    """When it was last looked up."""
    missing_since: str | None
    """Since when the record is missing. Null: it is there."""
    record: DomainVerificationRecord
    """The DNS record."""


class GetDomainVerificationAnswerData(TypedDict):
    verification: DomainVerification


class GetDomainVerificationAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: GetDomainVerificationAnswerData
    """The answer itself."""
    meta: Meta


class CheckDomainVerificationBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""


class CheckDomainVerificationAnswerData(TypedDict):
    verification: DomainVerification
    record_found: bool
    """Whether the DNS record is there."""
    message: str
    """What it is, in a sentence for people."""


class CheckDomainVerificationAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: CheckDomainVerificationAnswerData
    """The answer itself."""
    meta: Meta


class AcknowledgeDomainAlertBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""
    until: NotRequired[str]
    """The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is."""


class AcknowledgeDomainAlertAnswerData(TypedDict):
    alert: ExplainedDomainAlert
    message: str
    """What it is, in a sentence for people."""


class AcknowledgeDomainAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AcknowledgeDomainAlertAnswerData
    """The answer itself."""
    meta: Meta


class ResolveDomainAlertBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""


class ResolveDomainAlertAnswerData(TypedDict):
    alert: ExplainedDomainAlert
    message: str
    """What it is, in a sentence for people."""


class ResolveDomainAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResolveDomainAlertAnswerData
    """The answer itself."""
    meta: Meta


class ProvisionSubscriptionBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str
    """The product."""
    plan_slug: NotRequired[str]
    """A plan of the catalogue."""
    quantity: NotRequired[int]
    """Slots of products that are sold by number; 1 of others."""
    mrr: NotRequired[float]
    """Monthly recurring revenue."""
    client_name: NotRequired[str]
    """The customer's name. Fills what is empty; PUT customers and sso/token change it."""
    client_email: NotRequired[str]
    """The customer's e-mail address. Fills what is empty; PUT customers and sso/token change it."""


class CapacityReport(TypedDict):
    product_type: str
    """`port_monitoring` or `domain_monitoring`."""
    capacity: int
    """Resources that are paid for. Of a product without a limit, what is used."""
    uncapped: NotRequired[Literal[True]]
    """Present when the customer has no limit for the product: it is billed per service."""
    usage: int
    """Resources that take a place: all that are not terminated, but for servers that their own service pays for."""
    over_quota: bool
    """Whether more places are taken than are paid for."""
    newly_paused: list[str]
    """IP addresses or domain names that were paused for capacity, in the order it was done: newest first."""
    unpaused: list[str]
    """IP addresses or domain names that came back, in the order it was done: oldest first."""


class ProvisionSubscriptionAnswerData(TypedDict):
    subscription_id: str
    """The subscription."""
    product_slug: str
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    quantity: int | None
    """Slots of products that are sold by number; 1 of others."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""
    capacity: CapacityReport
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ProvisionSubscriptionAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ProvisionSubscriptionAnswerData
    """The answer itself."""
    meta: Meta


class SuspendSubscriptionBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str
    """The product."""


class SuspendSubscriptionAnswerData(TypedDict):
    subscription_id: str
    """The subscription."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""
    capacity: CapacityReport
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class SuspendSubscriptionAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SuspendSubscriptionAnswerData
    """The answer itself."""
    meta: Meta


class ResumeSubscriptionBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str
    """The product."""


class ResumeSubscriptionAnswerData(TypedDict):
    subscription_id: str
    """The subscription."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""
    capacity: CapacityReport
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ResumeSubscriptionAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResumeSubscriptionAnswerData
    """The answer itself."""
    meta: Meta


class TerminateSubscriptionBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str
    """The product."""


class TerminateSubscriptionAnswerData(TypedDict):
    subscription_id: str
    """The subscription."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""
    capacity: CapacityReport
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class TerminateSubscriptionAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: TerminateSubscriptionAnswerData
    """The answer itself."""
    meta: Meta


class ChangeSubscriptionBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str
    """The product."""
    new_plan_slug: NotRequired[str]
    """The plan from now on, of products with plans."""
    new_quantity: NotRequired[int]
    """The number of slots from now on, of products that are sold by number."""
    mrr: NotRequired[float]
    """Monthly recurring revenue."""
    force: NotRequired[bool]
    """True: skip the usage check, and pause what no longer fits."""
    dry_run: NotRequired[bool]
    """True: answer what would happen, and change nothing."""


class ChangeSubscriptionAnswerData(TypedDict):
    changed: bool
    """What, or whether anything, changed."""
    subscription_id: str
    """The subscription."""
    plan_slug: str | None
    """A plan of the catalogue."""
    quantity: int
    """Slots of products that are sold by number; 1 of others."""
    direction: Literal["upgrade", "downgrade", "lateral"] | None
    """Whether the limit rises, falls or stays. Null: nothing changed."""
    previous_plan_slug: str | None
    """The plan until now."""
    previous_quantity: int
    """The number of slots until now."""
    effective_at: str
    """When the plan and quantity that are in force took effect."""
    capacity: CapacityReport
    dry_run: NotRequired[bool]
    """True: answer what would happen, and change nothing."""
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class ChangeSubscriptionAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ChangeSubscriptionAnswerData
    """The answer itself."""
    meta: Meta


class SyncServicesBodyServices(TypedDict):
    service_id: int
    """The service's id in the billing system."""
    client_id: int
    """The customer's id in the billing system."""
    product_slug: Literal["endpoint", "port_monitoring", "domain_monitoring"]
    """The product."""
    status: Literal["active", "suspended", "cancelled"]
    """Its state."""


class SyncServicesBody(TypedDict):
    services: list[SyncServicesBodyServices]
    """Services."""
    module_version: NotRequired[str]
    """Version of the billing module, for support."""


class SyncServicesAnswerDataUnknownServices(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str
    """The product."""


class SyncServicesAnswerDataEnforcement2(TypedDict):
    domain_monitoring: CapacityReport
    port_monitoring: CapacityReport


class SyncServicesAnswerData(TypedDict):
    changed: int
    """What, or whether anything, changed."""
    unchanged: int
    """How many stayed as they were."""
    unknown_services: list[SyncServicesAnswerDataUnknownServices]
    """Reported services that are not known, in their order."""
    enforcement: list[Any] | dict[str, SyncServicesAnswerDataEnforcement2]
    """What capacity paused and woke, by billing client id. An empty array when nothing changed."""


class SyncServicesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SyncServicesAnswerData
    """The answer itself."""
    meta: Meta


class SetPricesBodyPrices(TypedDict):
    product_slug: Literal["endpoint", "port_monitoring", "domain_monitoring"]
    """The product."""
    plan_slug: NotRequired[str]
    """A plan of the catalogue."""
    currency: str
    """ISO 4217 code."""
    billing_cycle: Literal["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"]
    """How often the amount is due."""
    amount: NotRequired[float]
    """The price, without a setup fee."""
    setup_fee: NotRequired[float]
    """Charged once. Null: none."""


class SetPricesBody(TypedDict):
    prices: list[SetPricesBodyPrices]
    """Prices."""


class SetPricesAnswerData(TypedDict):
    created: int
    """How many were made."""
    updated: int
    """How many were changed."""
    unchanged: int
    """How many stayed as they were."""
    prices: list[Price]
    """Prices."""


class SetPricesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SetPricesAnswerData
    """The answer itself."""
    meta: Meta


class ResolveAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""


class ResolveAlertAnswerData(TypedDict):
    alert: ExplainedAlert
    message: str
    """What it is, in a sentence for people."""


class ResolveAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResolveAlertAnswerData
    """The answer itself."""
    meta: Meta


class AcknowledgeAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""
    until: NotRequired[str]
    """The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is."""


class AcknowledgeAlertAnswerData(TypedDict):
    alert: ExplainedAlert
    message: str
    """What it is, in a sentence for people."""


class AcknowledgeAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AcknowledgeAlertAnswerData
    """The answer itself."""
    meta: Meta


class MarkFalsePositiveBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""
    until: NotRequired[str]
    """The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is."""


class MarkFalsePositiveAnswerData(TypedDict):
    alert: ExplainedAlert
    message: str
    """What it is, in a sentence for people."""


class MarkFalsePositiveAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: MarkFalsePositiveAnswerData
    """The answer itself."""
    meta: Meta


class ReopenAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""


class ReopenAlertAnswerData(TypedDict):
    alert: ExplainedAlert
    message: str
    """What it is, in a sentence for people."""


class ReopenAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ReopenAlertAnswerData
    """The answer itself."""
    meta: Meta


class AcknowledgeMonitoringAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""
    until: NotRequired[str]
    """The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is."""


class AcknowledgeMonitoringAlertAnswerData(TypedDict):
    alert: MonitoringAlert
    message: str
    """What it is, in a sentence for people."""


class AcknowledgeMonitoringAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AcknowledgeMonitoringAlertAnswerData
    """The answer itself."""
    meta: Meta


class ResolveMonitoringAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""


class ResolveMonitoringAlertAnswerData(TypedDict):
    alert: MonitoringAlert
    message: str
    """What it is, in a sentence for people."""


class ResolveMonitoringAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResolveMonitoringAlertAnswerData
    """The answer itself."""
    meta: Meta


class MarkMonitoringAlertFalsePositiveBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""
    until: NotRequired[str]
    """The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is."""


class MarkMonitoringAlertFalsePositiveAnswerData(TypedDict):
    alert: MonitoringAlert
    message: str
    """What it is, in a sentence for people."""


class MarkMonitoringAlertFalsePositiveAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: MarkMonitoringAlertFalsePositiveAnswerData
    """The answer itself."""
    meta: Meta


class ReopenMonitoringAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    reason: NotRequired[str]
    """Why."""


class ReopenMonitoringAlertAnswerData(TypedDict):
    alert: MonitoringAlert
    message: str
    """What it is, in a sentence for people."""


class ReopenMonitoringAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ReopenMonitoringAlertAnswerData
    """The answer itself."""
    meta: Meta


class CheckAlertBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class CheckAlertAnswerData(TypedDict):
    check: AlertCheck


class CheckAlertAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: CheckAlertAnswerData
    """The answer itself."""
    meta: Meta


class ActOnMonitoringAlertsBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    action: Literal["acknowledge", "false-positive", "allow"]
    """What is done to each of them."""
    ids: list[str]
    """Alerts of any kind; one that is named twice is dealt with once."""
    reason: NotRequired[str]
    """Why, for the audit log; of `allow`, the description of the rules."""
    until: NotRequired[str]
    """Up to a year ahead: then the alerts are open again, or the rules end. Absent: it stays as it is for good."""


class ActOnMonitoringAlertsAnswerDataResults(TypedDict):
    id: str
    """Its id."""
    outcome: Literal["changed", "unchanged", "refused", "absent"]
    """`unchanged`: it was so already; `refused`: its kind or status does not allow it; `absent`: there is no such alert."""
    status: Literal["open", "acknowledged", "resolved", "false_positive"] | None
    """Afterwards. Null: it is absent."""


class ActOnMonitoringAlertsAnswerData(TypedDict):
    changed: int
    """How many alerts, or their rules, were changed by it."""
    results: list[ActOnMonitoringAlertsAnswerDataResults]
    """One for each id, in their order."""


class ActOnMonitoringAlertsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ActOnMonitoringAlertsAnswerData
    """The answer itself."""
    meta: Meta


class CreateAllowedPortsBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    endpoint_id: NotRequired[str]
    """The endpoint."""
    port_start: int
    """First port of the range."""
    port_end: NotRequired[int]
    """Last port of the range; the first when left out."""
    protocol: NotRequired[Literal["tcp", "udp", "both"]]
    """Transport protocol."""
    description: NotRequired[str]
    """Free text."""
    expires_at: NotRequired[str]
    """When the rule ends, up to a year ahead."""


class CreateAllowedPortsAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class CreateAllowedPortsAnswer(TypedDict):
    data: AllowedPortsRule
    links: CreateAllowedPortsAnswerLinks
    """Addresses of related reads."""
    meta: Meta


class AnswerPublicServicesBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    websites: NotRequired[list[str]]
    """Servers whose TCP ports 80, 443 are meant to be open."""
    mail_servers: NotRequired[list[str]]
    """Servers whose TCP ports 25, 465, 587, 993 are meant to be open."""


class AnswerPublicServicesAnswerData(TypedDict):
    answered_at: str
    """When the question was answered or skipped."""
    rules_created: int
    """Rules that were made, or had an end and have none now."""
    alerts_resolved: int
    """Alerts that this ended."""


class AnswerPublicServicesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AnswerPublicServicesAnswerData
    """The answer itself."""
    meta: Meta


class IngestFirewallBodyRanges(TypedDict):
    port_start: int
    """First port of the range."""
    port_end: NotRequired[int]
    """Last port of the range; the first when left out."""
    protocol: NotRequired[Literal["tcp", "udp"]]
    """Transport protocol."""


class IngestFirewallBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    endpoint_id: str
    """The endpoint."""
    dump: str
    """Output of the firewall's own listing command, as it is."""
    format: NotRequired[Literal["auto", "iptables", "nftables", "ufw", "firewalld", "aws_sg", "gcp_fw", "azure_nsg", "hetzner_fw"]]
    """Which tool wrote the dump; `auto` finds out."""
    public_interface: NotRequired[str]
    """The interface that faces the world, which decides rules for one interface. Without it, what `ip route get` or `ip route` printed into the same dump says."""
    mode: NotRequired[Literal["preview", "apply"]]
    """Whether to show what would happen or to do it."""
    ranges: NotRequired[list[IngestFirewallBodyRanges]]
    """Only these are allowed. All of each must be open to the world. Without them: all that is open."""


class IngestFirewallAnswerDataOpenPortsAlerts(TypedDict):
    id: str
    """Its id."""
    port: int
    """Port number."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""


class IngestFirewallAnswerDataOpenPorts(TypedDict):
    port_start: int
    """First port of the range."""
    port_end: int
    """Last port of the range; the first when left out."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    source: str
    """`any`, addresses, or what else a client must have, such as an interface: words in the language of the answer."""
    lines: list[int]
    """Lines of the dump that decided it, from 1; of JSON, objects of its list."""
    verdict: Literal["open", "open_except_listed"]
    """`open_except_listed`: the world may connect, but for whom a list refuses that the dump leaves out; it counts as open."""
    severity: Literal["low", "medium", "high", "critical"]
    """That of an alert about the worst of its ports: by what answered there, where an alert is open, or by the port number."""
    alerts: list[IngestFirewallAnswerDataOpenPortsAlerts]
    """Live alerts about its ports, which a rule for it resolves; by port."""


class IngestFirewallAnswerDataRestricted(TypedDict):
    port_start: int
    """First port of the range."""
    port_end: int
    """Last port of the range; the first when left out."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    source: str
    """`any`, addresses, or what else a client must have, such as an interface: words in the language of the answer."""
    lines: list[int]
    """Lines of the dump that decided it, from 1; of JSON, objects of its list."""


class IngestFirewallAnswerDataUnknown(TypedDict):
    line: int
    """Number of the line in the dump, from 1."""
    text: str
    """The text itself."""
    reason: str
    """Why."""


class IngestFirewallAnswerDataUnknownPorts(TypedDict):
    port_start: int
    """First port of the range."""
    port_end: int
    """Last port of the range; the first when left out."""
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""


class IngestFirewallAnswerData(TypedDict):
    format: Literal["iptables", "nftables", "ufw", "firewalld", "aws_sg", "gcp_fw", "azure_nsg", "hetzner_fw"]
    """Which tool wrote the dump; `auto` finds out."""
    default_policy: Literal["accept", "drop", "reject", "unknown"]
    """What happens to packets that no rule matches."""
    open_ports: list[IngestFirewallAnswerDataOpenPorts]
    """Open ports."""
    restricted: list[IngestFirewallAnswerDataRestricted]
    """Ports that only some sources may reach."""
    unknown: list[IngestFirewallAnswerDataUnknown]
    """What could not be decided, and why."""
    unknown_ports: list[IngestFirewallAnswerDataUnknownPorts]
    """Ports of which nothing is known."""
    ask_for: list[str]
    """Commands whose output would decide more, pasted beside this dump or in its place."""
    notes: list[str]
    """What else is to know."""
    rules_created: int
    """Rules that were made."""
    rules_existing: int
    """Rules that were there."""
    alerts_resolved: int
    """Alerts that this ended."""


class IngestFirewallAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: IngestFirewallAnswerData
    """The answer itself."""
    meta: Meta


class AddNotificationRecipientBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    email: str
    """E-mail address."""


class AddNotificationRecipientAnswerData(TypedDict):
    recipient: NotificationRecipient


class AddNotificationRecipientAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AddNotificationRecipientAnswerData
    """The answer itself."""
    meta: Meta


class AddChannelBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    type: Literal["slack", "teams", "discord", "telegram", "pagerduty", "opsgenie", "ntfy", "mattermost", "rocketchat"]
    """What type it is of."""
    name: str
    """Its name."""
    url: NotRequired[str]
    """Of slack, mattermost and rocketchat an incoming webhook; of teams the address of a workflow; of discord a webhook; of ntfy the server, https://ntfy.sh by default."""
    token: NotRequired[str]
    """Of telegram the token of the bot; of pagerduty the integration key; of opsgenie the API key; of ntfy the access token."""
    chat_id: NotRequired[str]
    """Of telegram the id of the chat, or @ and its name."""
    thread_id: NotRequired[int]
    """Of telegram the topic of a forum."""
    topic: NotRequired[str]
    """Of ntfy the topic, which is open to all who know its name unless the server protects it."""
    region: NotRequired[Literal["us", "eu"]]
    """Of pagerduty and opsgenie where the account is, us by default."""
    kinds: NotRequired[list[str]]
    """The kinds of alerts that it hears of. Empty: all."""
    min_severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """The lowest severity of which mail is wanted. Null: any."""
    billing_customer_ids: NotRequired[list[int]]
    """Of the account's own channels: the customers that they hear of. Empty: all."""
    endpoint_ids: NotRequired[list[str]]
    """The servers that it hears of, and then of no domain. Empty: everything."""
    urgency: NotRequired[Literal["at_once", "five_minutes", "daily", "weekly"]]
    """When it hears of what is not critical."""
    quiet_from: NotRequired[str]
    """From when it hears of nothing but what is critical."""
    quiet_until: NotRequired[str]
    """When quiet hours end. The same time as quiet_from: there are none."""
    time_zone: NotRequired[str]
    """A zone of the IANA database, such as Europe/Berlin."""


class AddChannelAnswerData(TypedDict):
    channel: Channel


class AddChannelAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AddChannelAnswerData
    """The answer itself."""
    meta: Meta


class TestChannelBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class TestChannelAnswerData(TypedDict):
    accepted: bool
    """Whether the destination took it."""
    failure: str | None
    """Why it did not. Null: it did."""


class TestChannelAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: TestChannelAnswerData
    """The answer itself."""
    meta: Meta


class CreateWebhookBody(TypedDict):
    url: str
    """Where events are posted to: https:// and a public address, on port 443 or one from 1024 on. It is looked up for each connection, and redirects are not followed."""
    types: NotRequired[list[Literal["alert.opened", "alert.resolved", "alert.reopened", "domain_alert.opened", "domain_alert.resolved", "endpoint.created", "endpoint.paused", "endpoint.resumed", "endpoint.terminated", "domain.created", "domain.paused", "domain.resumed", "domain.terminated", "subscription.changed", "capacity.enforced", "scan.completed", "scan.failed", "webhook.test"]]]
    """Types of events that are wanted. An empty list: all, those of later versions too."""
    description: NotRequired[str]
    """What it is for, in your words."""
    world: NotRequired[Literal["live", "sandbox"]]
    """The world that the request is about. Another is refused."""


class CreateWebhookAnswerData(TypedDict):
    webhook: Webhook
    secret: str
    """`whsec_` and 32 bytes in base64, which requests are signed with. It is shown this once."""


class CreateWebhookAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: CreateWebhookAnswerData
    """The answer itself."""
    meta: Meta


class RotateWebhookSecretBody(TypedDict):
    overlap_seconds: NotRequired[int]
    """How long the old one stays valid beside the new one."""


class RotateWebhookSecretAnswerData(TypedDict):
    webhook: Webhook
    secret: str
    """`whsec_` and 32 bytes in base64, which requests are signed with. It is shown this once."""


class RotateWebhookSecretAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: RotateWebhookSecretAnswerData
    """The answer itself."""
    meta: Meta


class TestWebhookBody(TypedDict):
    type: NotRequired[Literal["alert.opened", "alert.resolved", "alert.reopened", "domain_alert.opened", "domain_alert.resolved", "endpoint.created", "endpoint.paused", "endpoint.resumed", "endpoint.terminated", "domain.created", "domain.paused", "domain.resumed", "domain.terminated", "subscription.changed", "capacity.enforced", "scan.completed", "scan.failed", "webhook.test"]]
    """What is sent."""


class TestWebhookAnswerData(TypedDict):
    queued: Literal[True]
    """It is on its way."""


class TestWebhookAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: TestWebhookAnswerData
    """The answer itself."""
    meta: Meta


class ReplayEventsBody(TypedDict):
    since: str
    """Only what was seen from then on."""


class ReplayEventsAnswerData(TypedDict):
    queued: int
    """Events that were queued; those on their way already are not counted."""
    next_since: str | None
    """`since` of the next request, which goes on from here. Null: nothing is left."""


class ReplayEventsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ReplayEventsAnswerData
    """The answer itself."""
    meta: Meta


class RetryWebhookDeliveryAnswerData(TypedDict):
    delivery: WebhookDelivery


class RetryWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: RetryWebhookDeliveryAnswerData
    """The answer itself."""
    meta: Meta


class MintSignInTokenBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    client_name: NotRequired[str]
    """Becomes the customer's name."""
    client_email: NotRequired[str]
    """Becomes the customer's e-mail address."""
    redirect_path: NotRequired[str]
    """A path on the portal; where the customer's browser goes."""


class MintSignInTokenAnswerData(TypedDict):
    token: str
    """The one-time token."""
    expires_at: str
    """When it stops being valid."""
    expires_in: int
    """Seconds for which it is valid."""
    redirect_url: str
    """Where to send the customer's browser."""


class MintSignInTokenAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: MintSignInTokenAnswerData
    """The answer itself."""
    meta: Meta


class ScanInSandboxBody(TypedDict):
    endpoint_id: str
    """The endpoint."""


class ScanInSandboxAnswerData(TypedDict):
    scan_id: str
    """The scan."""
    status: Literal["completed"]
    """Its state."""
    open_ports: list[int]
    """Open ports."""


class ScanInSandboxAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ScanInSandboxAnswerData
    """The answer itself."""
    meta: Meta


class AdvanceSandboxClockBody(TypedDict):
    advance_seconds: int
    """How much time passes."""
    wait_seconds: NotRequired[int]
    """How long the answer waits at the most for what has become due."""


class AdvanceSandboxClockAnswerDataDue(TypedDict):
    scans: int
    """Scans of servers that are due, queued or under way."""
    domain_scans: int
    """Scans of domains that are due, queued or under way."""
    domain_looks: int
    """Looks at what everybody can see of domains that are due, queued or under way."""
    alerts: int
    """Alerts that are still set aside, though their time has passed."""
    rules: int
    """Allowed Ports rules whose end nothing came of yet."""


class AdvanceSandboxClockAnswerData(TypedDict):
    advanced_seconds: int
    """How much time has passed."""
    settled: bool
    """Whether all that became due has happened."""
    due: AdvanceSandboxClockAnswerDataDue
    """What is due and has not happened yet."""


class AdvanceSandboxClockAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: AdvanceSandboxClockAnswerData
    """The answer itself."""
    meta: Meta


class ResetSandboxAnswerData(TypedDict):
    reset: Literal[True]
    """Whether everything was deleted."""


class ResetSandboxAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ResetSandboxAnswerData
    """The answer itself."""
    meta: Meta


class MergeCustomerBody(TypedDict):
    into: int
    """The customer that receives, by its id in the billing system."""
    client_name: NotRequired[str]
    """Name of the customer that receives. Fills what is empty."""
    client_email: NotRequired[str]
    """E-mail address of the customer that receives. Fills what is empty."""
    dry_run: NotRequired[bool]
    """True: answer what would happen, and change nothing."""


class MovedBelongings(TypedDict):
    services: int
    """Services. One that both customers have counts: it is one from then on."""
    subscriptions: int
    """Subscriptions."""
    endpoints: int
    """Servers, terminated ones included."""
    domains: int
    """Domains, terminated ones included."""
    allowed_ports: int
    """Allowed Ports rules."""
    alerts: int
    """Alerts of every kind and status."""
    findings: int
    """Leaked credentials and mentions on the dark web."""
    recipients: int
    """E-mail addresses that get the customer's mail."""
    channels: int
    """Chats and pagers, in the order in which they were added."""


class LeftBehind(TypedDict):
    type: Literal["endpoint", "domain", "subscription", "allowed_port", "recipient", "notification_setting"]
    """What type it is of."""
    name: str
    """Address, domain name, `product of service n`, `port:protocol`, e-mail address, or kind of alert."""
    kept_of: int | None
    """The customer whose record is kept, by its id in the billing system before the move."""
    kept_id: str | None
    """The server or domain that is kept. Null: it is neither."""
    note: str
    """What became of it."""


class MergeCustomerAnswerDataEnforcement(TypedDict):
    port_monitoring: CapacityReport
    domain_monitoring: CapacityReport


class MergeCustomerAnswerData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    into: int
    """The customer that receives, by its id in the billing system."""
    dry_run: bool
    """True: answer what would happen, and change nothing."""
    created: bool
    """Whether the receiving customer was not on record before."""
    moved: MovedBelongings
    alerts_resolved: int
    """Alerts that the receiving customer's Allowed Ports rules ended, by then all of them included."""
    not_moved: list[LeftBehind]
    """What both customers had, and what became of it."""
    enforcement: dict[str, MergeCustomerAnswerDataEnforcement]
    """What both customers pay for and use then, and what was paused or woke, by billing id."""
    note: NotRequired[str]
    """Present when nothing changed: it had been moved before."""


class MergeCustomerAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: MergeCustomerAnswerData
    """The answer itself."""
    meta: Meta


class TransferServiceBody(TypedDict):
    to: int
    """The customer that receives, by its id in the billing system."""
    client_name: NotRequired[str]
    """Name of the customer that receives. Fills what is empty."""
    client_email: NotRequired[str]
    """E-mail address of the customer that receives. Fills what is empty."""
    dry_run: NotRequired[bool]
    """True: answer what would happen, and change nothing."""


class TransferServiceAnswerDataEnforcement(TypedDict):
    port_monitoring: CapacityReport
    domain_monitoring: CapacityReport


class TransferServiceAnswerData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    to: int
    """The customer that receives, by its id in the billing system."""
    dry_run: bool
    """True: answer what would happen, and change nothing."""
    created: bool
    """Whether the receiving customer was not on record before."""
    moved: MovedBelongings
    alerts_resolved: int
    """Alerts that the receiving customer's Allowed Ports rules ended, by then all of them included."""
    not_moved: list[LeftBehind]
    """What both customers had, and what became of it."""
    enforcement: dict[str, TransferServiceAnswerDataEnforcement]
    """What both customers pay for and use then, and what was paused or woke, by billing id."""
    note: NotRequired[str]
    """Present when nothing changed: it had been moved before."""


class TransferServiceAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: TransferServiceAnswerData
    """The answer itself."""
    meta: Meta


class UpdateEndpointBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    nickname: NotRequired[str]
    """Display name."""
    status: NotRequired[Literal["active", "paused"]]
    """Its state."""


class UpdateEndpointAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class UpdateEndpointAnswer(TypedDict):
    data: Endpoint
    links: UpdateEndpointAnswerLinks
    """Addresses of related reads."""
    meta: Meta
    note: NotRequired[str]
    """Why nothing changed, or what else is to know."""


class DescribeDomainBody(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    dkim_selectors: list[str]
    """Selectors under which keys of DKIM are published."""
    expects_mail: NotRequired[bool]
    """Whether it takes and sends mail. Left out: its MX says so."""


class DescribeDomainAnswerData(TypedDict):
    posture: DomainPosture


class DescribeDomainAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: DescribeDomainAnswerData
    """The answer itself."""
    meta: Meta


class SetRecordTemplateBody(TypedDict):
    spf_include: NotRequired[str]
    """The name whose SPF record names all of your servers that send mail. Left out: none."""
    dkim_selectors: list[str]
    """Selectors under which keys of DKIM are published."""
    report_address: NotRequired[str]
    """Where reports of receivers go. Left out: to postmaster of each domain."""


class SetRecordTemplateAnswerData(TypedDict):
    template: RecordTemplate


class SetRecordTemplateAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SetRecordTemplateAnswerData
    """The answer itself."""
    meta: Meta


class UpdateAllowedPortsBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    port_start: NotRequired[int]
    """First port of the range."""
    port_end: NotRequired[int]
    """Last port of the range; the first when left out."""
    protocol: NotRequired[Literal["tcp", "udp", "both"]]
    """Transport protocol."""
    description: NotRequired[str]
    """Free text."""
    expires_at: NotRequired[str]
    """When the rule ends, up to a year ahead."""


class UpdateAllowedPortsAnswerLinks(TypedDict):
    self: str
    """Address of this resource."""


class UpdateAllowedPortsAnswer(TypedDict):
    data: AllowedPortsRule
    links: UpdateAllowedPortsAnswerLinks
    """Addresses of related reads."""
    meta: Meta


class SetNotificationSettingsBodyKinds(TypedDict):
    enabled: NotRequired[bool]
    """Whether it is on."""
    min_severity: NotRequired[Literal["low", "medium", "high", "critical"] | None]
    """The lowest severity of which mail is wanted. Null: any."""


class SetNotificationSettingsBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    port_alerts: NotRequired[bool]
    """Whether mail about open ports is wanted."""
    port_alerts_min_severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """The lowest severity of open ports of which mail is wanted."""
    domain_alerts: NotRequired[bool]
    """Whether mail about domain alerts is wanted."""
    kinds: NotRequired[dict[str, SetNotificationSettingsBodyKinds]]
    """Choices by kind of alert."""


class SetNotificationSettingsAnswerDataSettingsKinds(TypedDict):
    title: str
    """What such alerts are about, as `leaks about your domains`."""
    enabled: bool
    """Whether it is on."""
    min_severity: Literal["low", "medium", "high", "critical"] | None
    """The lowest severity of which mail is wanted. Null: any."""


class SetNotificationSettingsAnswerDataSettings(TypedDict):
    port_alerts: bool
    """Whether mail about open ports is wanted."""
    port_alerts_min_severity: Literal["low", "medium", "high", "critical"]
    """The lowest severity of open ports of which mail is wanted."""
    domain_alerts: bool
    """Whether mail about domain alerts is wanted."""
    kinds: dict[str, SetNotificationSettingsAnswerDataSettingsKinds]
    """Alerts of other kinds, as `kind` of GET /monitoring/alerts names them."""


class SetNotificationSettingsAnswerData(TypedDict):
    mail_available: bool
    """False: no mail server is set up, so nothing is sent."""
    settings: SetNotificationSettingsAnswerDataSettings
    """Settings."""
    recipients: list[NotificationRecipient]
    """Addresses that get mail."""
    max_added_recipients: int
    """How many addresses can be added."""


class SetNotificationSettingsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SetNotificationSettingsAnswerData
    """The answer itself."""
    meta: Meta


ChangeNotificationRecipientBodyQuietHours = TypedDict(
    "ChangeNotificationRecipientBodyQuietHours",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class ChangeNotificationRecipientBody(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    monthly_report: NotRequired[bool]
    """Whether it gets the report of each month."""
    weekly_summary: NotRequired[bool]
    """Whether it gets a mail on Monday after a week in which it heard nothing else; none of a partner that has ended them."""
    delivery: NotRequired[Literal["immediate", "gathered", "daily", "weekly"]]
    """When it is told of what is not critical: at once, gathered for 5 minutes, or in a digest in the morning of each day or Monday."""
    quiet_hours: NotRequired[ChangeNotificationRecipientBodyQuietHours]
    """Times of the clock in its zone, as 22:00, between which only what is critical is mailed; over midnight when from is later. An object without from and to ends them."""
    time_zone: NotRequired[str]
    """The zone of its quiet hours and mornings, as the IANA database names it: `Europe/Berlin`."""
    tell_resolved: NotRequired[bool]
    """Whether it is told, too, that what it was told of is over. Digests always say so."""


class ChangeNotificationRecipientAnswerData(TypedDict):
    recipient: NotificationRecipient


class ChangeNotificationRecipientAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ChangeNotificationRecipientAnswerData
    """The answer itself."""
    meta: Meta


class ChangeChannelBody(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    name: NotRequired[str]
    """Its name."""
    enabled: NotRequired[bool]
    """False: it is paused. True: it is active."""
    url: NotRequired[str]
    """Of slack, mattermost and rocketchat an incoming webhook; of teams the address of a workflow; of discord a webhook; of ntfy the server, https://ntfy.sh by default."""
    token: NotRequired[str]
    """Of telegram the token of the bot; of pagerduty the integration key; of opsgenie the API key; of ntfy the access token."""
    chat_id: NotRequired[str]
    """Of telegram the id of the chat, or @ and its name."""
    thread_id: NotRequired[int]
    """Of telegram the topic of a forum."""
    topic: NotRequired[str]
    """Of ntfy the topic, which is open to all who know its name unless the server protects it."""
    region: NotRequired[Literal["us", "eu"]]
    """Of pagerduty and opsgenie where the account is, us by default."""
    kinds: NotRequired[list[str]]
    """The kinds of alerts that it hears of. Empty: all."""
    min_severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """The lowest severity of which mail is wanted. Null: any."""
    billing_customer_ids: NotRequired[list[int]]
    """Of the account's own channels: the customers that they hear of. Empty: all."""
    endpoint_ids: NotRequired[list[str]]
    """The servers that it hears of, and then of no domain. Empty: everything."""
    urgency: NotRequired[Literal["at_once", "five_minutes", "daily", "weekly"]]
    """When it hears of what is not critical."""
    quiet_from: NotRequired[str]
    """From when it hears of nothing but what is critical."""
    quiet_until: NotRequired[str]
    """When quiet hours end. The same time as quiet_from: there are none."""
    time_zone: NotRequired[str]
    """A zone of the IANA database, such as Europe/Berlin."""


class ChangeChannelAnswerData(TypedDict):
    channel: Channel


class ChangeChannelAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ChangeChannelAnswerData
    """The answer itself."""
    meta: Meta


class ChangeWebhookBody(TypedDict):
    url: NotRequired[str]
    """Where events are posted to: https:// and a public address, on port 443 or one from 1024 on. It is looked up for each connection, and redirects are not followed."""
    types: NotRequired[list[Literal["alert.opened", "alert.resolved", "alert.reopened", "domain_alert.opened", "domain_alert.resolved", "endpoint.created", "endpoint.paused", "endpoint.resumed", "endpoint.terminated", "domain.created", "domain.paused", "domain.resumed", "domain.terminated", "subscription.changed", "capacity.enforced", "scan.completed", "scan.failed", "webhook.test"]]]
    """Types of events that are wanted. An empty list: all, those of later versions too."""
    description: NotRequired[str]
    """What it is for, in your words."""
    enabled: NotRequired[bool]
    """Whether it is on."""


class ChangeWebhookAnswerData(TypedDict):
    webhook: Webhook


class ChangeWebhookAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ChangeWebhookAnswerData
    """The answer itself."""
    meta: Meta


class SetSandboxModeBody(TypedDict):
    enabled: bool
    """Whether it is on."""


class SetSandboxModeAnswerData(TypedDict):
    enabled: bool
    """Whether it is on."""
    changed: bool
    """What, or whether anything, changed."""


class SetSandboxModeAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SetSandboxModeAnswerData
    """The answer itself."""
    meta: Meta


class SetScenarioBody(TypedDict):
    scenario: Literal["clean", "warnings", "critical"]
    """What scans of the sandbox find."""
    endpoint_id: NotRequired[str]
    """The endpoint."""


class SetScenarioAnswerData(TypedDict):
    scenario: Literal["clean", "warnings", "critical"]
    """What scans of the sandbox find."""
    endpoint_id: str | None
    """The endpoint."""


class SetScenarioAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SetScenarioAnswerData
    """The answer itself."""
    meta: Meta


class ChangeCustomerBody(TypedDict):
    client_name: NotRequired[str]
    """The name that the portal shows."""
    client_email: NotRequired[str]
    """Where mail about alerts goes, unless it was unsubscribed."""
    language: NotRequired[Literal["de", "en", "es", "fr", "pt", "auto"]]
    """In which the customer reads the portal and gets mail. auto: what the browser asks for, and in mails what the account has set."""


class ChangeCustomerAnswerData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    name: str | None
    """Its name."""
    email: str | None
    """E-mail address."""
    language: str | None
    """Null: what the browser asks for."""
    created_at: str
    """When it was made."""
    updated_at: str
    """When it last changed."""


class ChangeCustomerAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ChangeCustomerAnswerData
    """The answer itself."""
    meta: Meta


class ChangeServiceBody(TypedDict):
    plan_slug: NotRequired[str]
    """A plan of the catalogue."""
    mrr: NotRequired[float]
    """Monthly recurring revenue."""


class ChangeServiceAnswerData(TypedDict):
    client_id: int
    """The customer's id in the billing system."""
    service_id: int
    """The service's id in the billing system."""
    product_slug: str | None
    """The product."""
    plan_slug: str | None
    """A plan of the catalogue."""
    mrr: float | None
    """Monthly recurring revenue."""
    updated_at: str
    """When it last changed."""


class ChangeServiceAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: ChangeServiceAnswerData
    """The answer itself."""
    meta: Meta


class SetPlanBody(TypedDict):
    capacity: int
    """Places that are paid for, by product or in all. Null: any number."""
    scan_interval_seconds: NotRequired[int]
    """Seconds between two scans. Null: the default of the installation."""
    ports: NotRequired[str]
    """TCP ports: `top-1000`, `full`, or ranges."""
    protocols: NotRequired[Literal["tcp", "tcp+udp"]]
    """Whether UDP is scanned besides TCP."""
    max_packets_per_second: NotRequired[int]
    """Ceiling of packets to one server. Null: that of the installation."""
    vantage_points: NotRequired[list[str]]
    """From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere."""


class SetPlanAnswerDataPlan(TypedDict):
    product_slug: Literal["port_monitoring"]
    """The product."""
    plan_slug: str
    """A plan of the catalogue."""
    capacity: int
    """Endpoints that the plan pays for."""
    scan_interval_seconds: int | None
    """Null: the installation's interval. One that is shorter than the installation allows is not used."""
    ports: str
    """TCP ports: top-1000, full, or port ranges. By default the 1016 most common TCP ports are asked (top-1000), and no UDP. What listens elsewhere, such as on 51820/tcp, is not seen and raises no alert; a plan with ports full asks all 65,535, and one with protocols tcp+udp the 29 UDP services of the risk table that can be judged."""
    tcp_ports: int
    """How many TCP ports that are."""
    udp_ports: int
    """How many UDP ports are asked besides."""
    protocols: Literal["tcp", "tcp+udp"]
    """tcp+udp: besides, the UDP ports of the risk table."""
    max_packets_per_second: int | None
    """Ceiling for each of its endpoints. Null: the installation's."""
    vantage_points: list[str]
    """From where servers are looked at: the first place scans, the others look again after every scan. Empty: from anywhere."""


class SetPlanAnswerData(TypedDict):
    plan: SetPlanAnswerDataPlan
    """The plan."""
    changed: bool
    """What, or whether anything, changed."""
    customers: int
    """Customers."""
    newly_paused: list[str]
    """What was paused for capacity, newest first."""
    unpaused: list[str]
    """What came back because there is capacity for it, oldest first."""


class SetPlanAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: SetPlanAnswerData
    """The answer itself."""
    meta: Meta


class DeleteEndpointQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class DeletePricesQuery(TypedDict):
    product_slug: NotRequired[Literal["endpoint", "port_monitoring", "domain_monitoring"]]
    """The product."""
    plan_slug: NotRequired[str]
    """A plan of the catalogue."""
    currency: NotRequired[str]
    """ISO 4217 code."""
    billing_cycle: NotRequired[Literal["monthly", "quarterly", "semiannually", "annually", "biennially", "triennially"]]
    """How often the amount is due."""


class DeletePricesAnswerData(TypedDict):
    deleted: int
    """How many were deleted."""


class DeletePricesAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: DeletePricesAnswerData
    """The answer itself."""
    meta: Meta


class DeleteAllowedPortsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class RemoveNotificationRecipientQuery(TypedDict):
    client_id: NotRequired[int]
    """The customer's id in the billing system."""


class RemoveChannelQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""


class EndCustomerSessionsAnswerData(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    sessions_ended: int
    """How many sessions ended."""


class EndCustomerSessionsAnswer(TypedDict):
    success: Literal[True]
    """Whether it succeeded."""
    data: EndCustomerSessionsAnswerData
    """The answer itself."""
    meta: Meta


class ListEndpointsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    status: NotRequired[Literal["active", "paused"]]
    """Its state."""
    search: NotRequired[str]
    """Part of the address, hostname or nickname."""
    per_page: NotRequired[int]
    """How many to a page."""
    page: NotRequired[int]
    """Number of the page, from 1."""
    limit: NotRequired[int]
    """Takes the place of `per_page`."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""
    sort: NotRequired[Literal["created_at", "severity"]]
    """`severity`, which needs a customer: those with the worst open alerts first, then newest first. Default: `created_at`."""


class ListEndpointServicesQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListScansQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    per_page: NotRequired[int]
    """How many to a page."""
    page: NotRequired[int]
    """Number of the page, from 1."""
    limit: NotRequired[int]
    """Takes the place of `per_page`."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListVantageViewsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListDomainsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    status: NotRequired[Literal["active", "paused", "terminated"]]
    """Its state."""
    search: NotRequired[str]
    """A part of a name or address."""
    limit: NotRequired[int]
    """How many to answer at most."""
    offset: NotRequired[int]
    """How many to leave out first."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListLeakedCredentialsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    domain_id: NotRequired[str]
    """The monitored domain."""
    severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """How urgent it is."""
    status: NotRequired[Literal["open", "acknowledged", "resolved"]]
    """Its state."""
    since: NotRequired[str]
    """A date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z."""
    limit: NotRequired[int]
    """How many to answer at most."""
    offset: NotRequired[int]
    """How many to leave out first."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListDarkWebFindingsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    domain_id: NotRequired[str]
    """The monitored domain."""
    severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """How urgent it is."""
    status: NotRequired[Literal["open", "acknowledged", "resolved"]]
    """Its state."""
    since: NotRequired[str]
    """A date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z."""
    limit: NotRequired[int]
    """How many to answer at most."""
    offset: NotRequired[int]
    """How many to leave out first."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListDomainAlertsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    status: NotRequired[Literal["open", "acknowledged", "resolved"]]
    """Its state."""
    severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """How urgent it is."""
    kind: NotRequired[Literal["breach", "stealer_log", "combolist", "paste", "ransomware_claim", "forum", "market"]]
    """What kind it is of."""
    domain_id: NotRequired[str]
    """The monitored domain."""
    sort: NotRequired[Literal["created_at", "severity", "last_detected_at"]]
    """What the list is ordered by."""
    order: NotRequired[Literal["asc", "desc"]]
    """Whether the list rises or falls."""
    limit: NotRequired[int]
    """How many to answer at most."""
    offset: NotRequired[int]
    """How many to leave out first."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListPricesQuery(TypedDict):
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListAlertsQuery(TypedDict):
    endpoint_id: NotRequired[str]
    """The endpoint."""
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    status: NotRequired[Literal["open", "acknowledged", "resolved", "false_positive"]]
    """Its state."""
    severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """How urgent it is."""
    limit: NotRequired[int]
    """How many to answer at most."""
    offset: NotRequired[int]
    """How many to leave out first."""
    sort: NotRequired[Literal["created_at", "severity", "last_detected_at"]]
    """What the list is ordered by."""
    order: NotRequired[Literal["asc", "desc"]]
    """Whether the list rises or falls."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class SummariseEndpointAlertsItem(TypedDict):
    endpoint_id: str
    """The endpoint."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    nickname: str
    """Display name."""
    total_open: int
    """How many are open."""
    critical: int
    """Of severity critical."""
    high: int
    """Of severity high."""
    medium: int
    """Of severity medium."""
    low: int
    """Of severity low."""


class SummariseEndpointAlertsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListMonitoringAlertsQuery(TypedDict):
    kind: NotRequired[Literal["port", "certificate", "version", "leaked_credentials", "dark_web", "domain_posture"]]
    """What kind it is of."""
    subject: NotRequired[Literal["endpoint", "domain"]]
    """What it is about."""
    endpoint_id: NotRequired[str]
    """The endpoint."""
    domain_id: NotRequired[str]
    """The monitored domain."""
    min_severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """This or a worse one."""
    protocol: NotRequired[Literal["tcp", "udp"]]
    """Of alerts about ports only."""
    port: NotRequired[int]
    """Of alerts about ports only."""
    alike: NotRequired[str]
    """The id of an alert: those with the same fault, this one among them. With `oldest_alert.id` and `severity` of a cause, and the status `open`, these are the alerts that it counts."""
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    status: NotRequired[Literal["open", "acknowledged", "resolved", "false_positive"]]
    """Its state."""
    severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """How urgent it is."""
    limit: NotRequired[int]
    """How many to answer at most."""
    offset: NotRequired[int]
    """How many to leave out first."""
    sort: NotRequired[Literal["created_at", "severity", "last_detected_at"]]
    """What the list is ordered by."""
    order: NotRequired[Literal["asc", "desc"]]
    """Whether the list rises or falls."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListCausesQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    min_severity: NotRequired[Literal["low", "medium", "high", "critical"]]
    """This or a worse one."""
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListPortGroupsItem(TypedDict):
    protocol: Literal["tcp", "udp"]
    """Transport protocol."""
    port: int
    """Port number."""
    severity: Literal["low", "medium", "high", "critical"]
    """How urgent it is."""
    service: str | None
    """What said so itself on most of them. Null: nothing did."""
    servers: int
    """How many servers have an open alert about it: at least two."""


class ListPortGroupsQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListAllowedPortsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    endpoint_id: NotRequired[str]
    """The endpoint."""
    per_page: NotRequired[int]
    """How many to a page."""
    page: NotRequired[int]
    """Number of the page, from 1."""
    limit: NotRequired[int]
    """Takes the place of `per_page`."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class GetPublicServicesItem(TypedDict):
    endpoint_id: str
    """The endpoint."""
    ip_address: str
    """IPv4 or IPv6 address; one address, one endpoint per customer."""
    nickname: str
    """Display name."""
    web_ports: list[int]
    """Open ones that websites use, with an alert."""
    mail_ports: list[int]
    """Open ones that mail servers use, with an alert."""


class GetPublicServicesQuery(TypedDict):
    billing_customer_id: int
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListChannelsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListWebhooksQuery(TypedDict):
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListWebhookDeliveriesQuery(TypedDict):
    status: NotRequired[Literal["pending", "delivered", "failed"]]
    """Its state."""
    limit: NotRequired[int]
    """How many to answer at most."""
    after: NotRequired[str]
    """The id of the last one of the page before."""
    cursor: NotRequired[str]
    """The same as `after`, and takes its place."""


class ListScenariosItem(TypedDict):
    scenario: Literal["clean", "warnings", "critical"]
    """What scans of the sandbox find."""
    description: str
    """Free text."""


class ListScenariosQuery(TypedDict):
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListCustomersQuery(TypedDict):
    search: NotRequired[str]
    """A billing id, or the beginning of a name or e-mail address."""
    sort: NotRequired[Literal["number", "urgency"]]
    """number: by billing id. urgency: by the most severe open alert of any kind, and those of equal urgency the older first."""
    urgency: NotRequired[Literal["critical", "high", "medium", "low", "none"]]
    """Only customers whose most severe open alert has this severity; none: those without an open alert."""
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListServersOfCustomerQuery(TypedDict):
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListServicesQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    service_id: NotRequired[int]
    """The service's id in the billing system."""
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListSubscriptionsQuery(TypedDict):
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    status: NotRequired[Literal["active", "suspended", "cancelled"]]
    """Its state."""
    product_slug: NotRequired[Literal["port_monitoring", "domain_monitoring"]]
    """The product."""
    per_page: NotRequired[int]
    """How many to a page."""
    page: NotRequired[int]
    """Number of the page, from 1."""
    limit: NotRequired[int]
    """Takes the place of `per_page`."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


GetUsageQuery = TypedDict(
    "GetUsageQuery",
    {
        "from": "str",
        "to": "str",
        "billing_customer_id": "NotRequired[int]",
        "limit": "NotRequired[int]",
        "cursor": "NotRequired[str]",
    },
)


class ListPlansQuery(TypedDict):
    limit: NotRequired[int]
    """How many entries a page has. Left out: all are told."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListAuditQuery(TypedDict):
    action: NotRequired[str]
    """An action, or the subject of several: endpoint.suspended, endpoint."""
    subject_id: NotRequired[str]
    """What it was done to."""
    billing_customer_id: NotRequired[int]
    """The customer's id in the billing system."""
    limit: NotRequired[int]
    """How many to answer at most."""
    cursor: NotRequired[str]
    """Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets."""


class ListEventsQuery(TypedDict):
    after: NotRequired[str]
    """The next_cursor of the page before, or the id of the last event seen. Without it, or with an event older than 30 days, the list begins with the oldest that is kept."""
    cursor: NotRequired[str]
    """The same as `after`, and takes its place."""
    types: NotRequired[str]
    """Only events of these types, apart by commas: alert.opened, alert.resolved, alert.reopened, domain_alert.opened, domain_alert.resolved, endpoint.created, endpoint.paused, endpoint.resumed, endpoint.terminated, domain.created, domain.paused, domain.resumed, domain.terminated, subscription.changed, capacity.enforced, scan.completed, scan.failed, webhook.test."""
    billing_customer_id: NotRequired[int]
    """Only events about this customer."""
    limit: NotRequired[int]
    """How many to answer at most."""
