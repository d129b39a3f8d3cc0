"""
A billing module of one file, written by somebody who had read the documentation and nothing else: it sells, scans, signs in, keeps both
sides equal and bills by usage. Its test runs it; what was unclear while it was written is answered on the pages by now.
"""

import json
import time
from datetime import datetime, timedelta, timezone

from breakwater import live, sandbox
from breakwater_client import ApiError


def activate(client, service, customer, address):
    order = {
        "client_id": customer,
        "client_name": f"Customer {customer}",
        "service_id": service,
        "product_slug": "endpoint",
        "ip_address": address,
    }
    return client.post("/billing/provision", order)["data"]["endpoint_id"]


def daily_sync(client, services):
    unknown = []
    for start in range(0, len(services), 500):
        answer = client.post("/billing/sync-services", {"services": services[start : start + 500]})["data"]
        unknown += answer["unknown_services"]
    return unknown


report = {"account": live.get("/account")["data"]["partner"]["name"]}
live.put("/account/sandbox", {"enabled": True})
sandbox.post("/sandbox/reset", {})

# Sell: twelve servers of two customers, and a plan.
servers = {service: activate(sandbox, service, 41 + service % 2, f"203.0.113.{service}") for service in range(1, 13)}
plan = {"client_id": 42, "service_id": 100, "product_slug": "port_monitoring"}
sandbox.post("/billing/provision-subscription", {**plan, "plan_slug": "starter"})
changed = sandbox.post("/billing/change-subscription", {**plan, "new_plan_slug": "business"})["data"]
report["direction"] = changed["direction"]

# Scan: one is clean, one is not, as its own scenario says.
sandbox.put("/sandbox/scenario", {"scenario": "critical", "endpoint_id": servers[1]})
for service in (1, 2):
    sandbox.post("/sandbox/scan", {"endpoint_id": servers[service]})
wanted = {"billing_customer_id": 42, "status": "open", "sort": "severity", "limit": 2}
report["alerts"] = [alert["severity"] for alert in sandbox.each("/monitoring/alerts", wanted)]

# Another customer's server is nobody's business.
try:
    sandbox.get("/endpoints/{endpoint}/detail", {"billing_customer_id": 41}, endpoint=servers[1])
except ApiError as refused:
    report["foreign"] = refused.status

# Keep both sides equal: the billing system has suspended one service, and knows one that was never sold here.
services = [
    {"service_id": service, "client_id": 41 + service % 2, "product_slug": "endpoint", "status": "active"}
    for service in servers
]
services[3]["status"] = "suspended"
services.append({"service_id": 9999, "client_id": 42, "product_slug": "domain_monitoring", "status": "active"})
report["unknown"] = len(daily_sync(sandbox, services))
report["repaired"] = sandbox.get("/endpoints/{endpoint}", {"billing_customer_id": 41}, endpoint=servers[4])["data"]["status"]

# Bill by usage.
today = datetime.now(timezone.utc).date()
period = {"from": str(today), "to": str(today + timedelta(days=1)), "billing_customer_id": 41}
report["active"] = sum(service["current"] for service in sandbox.each("/usage", period))

# Hear of what happened.
deadline = time.time() + 60
while time.time() < deadline:
    events = sandbox.get("/events", {"types": "alert.opened", "limit": 100})["data"]["events"]
    if len(events) >= len(report["alerts"]):
        break
    time.sleep(0.2)
report["events"] = len(events)

# Sign in: of real customers only.
activate(live, 1, 42, "203.0.113.1")
link = live.post("/sso/token", {"client_id": 42, "redirect_path": "/alerts"})["data"]
report["signs_in_for"] = link["expires_in"]
report["link"] = link["redirect_url"].split("token=")[0]

print(json.dumps(report))
