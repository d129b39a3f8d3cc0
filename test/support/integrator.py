"""
A billing module of one file, written by somebody who had read the documentation and nothing else: it sells, scans, signs in, keeps both
sides equal and bills by usage. Its test runs it; what was unclear while it was written is answered on the pages by now.
"""

import json
import time
from datetime import datetime, timedelta, timezone

from breakwater import Refused, live, sandbox


def all_of(call, path, items):
    """Every entry of a list, by cursor."""
    cursor = ""
    while cursor is not None:
        page = call("GET", path + (f"&cursor={cursor}" if cursor else ""))["data"]
        yield from page[items]
        cursor = page["next_cursor"] if page["has_more"] else None


def activate(call, service, client, address):
    order = {
        "client_id": client,
        "client_name": f"Customer {client}",
        "service_id": service,
        "product_slug": "endpoint",
        "ip_address": address,
    }
    return call("POST", "/billing/provision", order)["data"]["endpoint_id"]


def daily_sync(call, services):
    unknown = []
    for start in range(0, len(services), 500):
        answer = call("POST", "/billing/sync-services", {"services": services[start : start + 500]})["data"]
        unknown += answer["unknown_services"]
    return unknown


report = {"account": live("GET", "/account")["data"]["partner"]["name"]}
live("PUT", "/account/sandbox", {"enabled": True})
sandbox("POST", "/sandbox/reset", {})

# Sell: twelve servers of two customers, and a plan.
servers = {service: activate(sandbox, service, 41 + service % 2, f"203.0.113.{service}") for service in range(1, 13)}
plan = {"client_id": 42, "service_id": 100, "product_slug": "port_monitoring"}
sandbox("POST", "/billing/provision-subscription", {**plan, "plan_slug": "starter"})
changed = sandbox("POST", "/billing/change-subscription", {**plan, "new_plan_slug": "business"})["data"]
report["direction"] = changed["direction"]

# Scan: one is clean, one is not, as its own scenario says.
sandbox("PUT", "/sandbox/scenario", {"scenario": "critical", "endpoint_id": servers[1]})
for service in (1, 2):
    sandbox("POST", "/sandbox/scan", {"endpoint_id": servers[service]})
path = "/monitoring/alerts?billing_customer_id=42&status=open&sort=severity&limit=2"
report["alerts"] = [alert["severity"] for alert in all_of(sandbox, path, "alerts")]

# Another customer's server is nobody's business.
try:
    sandbox("GET", f"/endpoints/{servers[1]}/detail?billing_customer_id=41")
except Refused as refused:
    report["foreign"] = refused.status

# Keep both sides equal: the billing system has suspended one service, and knows one that was never sold here.
services = [
    {"service_id": service, "client_id": 41 + service % 2, "product_slug": "endpoint", "status": "active"}
    for service in servers
]
services[3]["status"] = "suspended"
services.append({"service_id": 9999, "client_id": 42, "product_slug": "domain_monitoring", "status": "active"})
report["unknown"] = len(daily_sync(sandbox, services))
report["repaired"] = sandbox("GET", f"/endpoints/{servers[4]}?billing_customer_id=41")["data"]["status"]

# Bill by usage.
today = datetime.now(timezone.utc).date()
usage = sandbox("GET", f"/usage?from={today}&to={today + timedelta(days=1)}&billing_customer_id=41")["data"]
report["active"] = sum(service["current"] for service in usage["services"])

# Hear of what happened.
deadline = time.time() + 60
while time.time() < deadline:
    events = sandbox("GET", "/events?types=alert.opened&limit=100")["data"]["events"]
    if len(events) >= len(report["alerts"]):
        break
    time.sleep(0.2)
report["events"] = len(events)

# Sign in: of real customers only.
activate(live, 1, 42, "203.0.113.1")
link = live("POST", "/sso/token", {"client_id": 42, "redirect_path": "/alerts"})["data"]
report["signs_in_for"] = link["expires_in"]
report["link"] = link["redirect_url"].split("token=")[0]

print(json.dumps(report))
