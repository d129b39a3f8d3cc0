"""Evaluates SPF records by pyspf, as a message from ADDRESS would have them evaluated.

    spf-oracle.py HOST PORT ADDRESS < names

Prints, for each name, its result by RFC 7208 and what is told of it, apart by a blank.
"""

import sys

import spf

host, port, address = sys.argv[1:]
try:
    import dns.resolver

    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [host]
    resolver.port = int(port)
    dns.resolver.default_resolver = resolver
except ImportError:
    import DNS

    DNS.defaults['server'] = [host]
    DNS.defaults['port'] = int(port)

for line in sys.stdin:
    name = line.strip()
    result, told = spf.check2(i=address, s='somebody@' + name, h=name)
    print(result, told.replace('\n', ' '), flush=True)
