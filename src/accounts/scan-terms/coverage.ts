import { z } from 'zod';
import { oneOf } from '../../core/api/fields.ts';
import { defaultCoverageText, portsOf, scanProtocols } from '../plans/index.ts';
import type { ScanTerms } from './scan-terms.ts';

/** Probes of a port until its silence is believed, behind losses of 6 % each way. */
const probesOfSilence = 5;
/** Handshakes, another look at what vanished, identification. */
const secondsBesideProbes = 30;

export const coverageSchema = z
  .strictObject({
    ports: z.string().meta({ description: 'TCP ports: top-1000, full, or port ranges.' }),
    tcp_ports: z.int().meta({ description: 'How many TCP ports that are.' }),
    udp_ports: z.int().meta({ description: 'How many UDP ports are asked besides.' }),
    protocols: oneOf(scanProtocols).meta({ description: 'tcp+udp: besides, the UDP ports of the risk table.' }),
    interval_seconds: z.int().meta({ description: 'Between two scheduled scans.' }),
    time_budget_seconds: z.int().meta({
      description:
        'Asking the ports takes no longer, even if nothing but silence comes back and 6 % of the packets are lost each way; only a server that limits its answers takes longer. Finding out what runs behind open ports comes on top: at most 10 seconds for each 16 of them.',
    }),
    source: oneOf(['service', 'subscriptions', 'default']).meta({
      description:
        "Which plan says so: that of the server's own service, the active plans of its customer together, or none.",
    }),
    plan_slugs: z.array(z.string()).meta({ description: 'The plans that count; none by default.' }),
    vantage_points: z.array(z.string()),
  })
  .meta({ id: 'Coverage', description: `What the scans of a server look at, and how often. ${defaultCoverageText}` });

type Coverage = z.output<typeof coverageSchema>;

/** As the API shows it. */
export function toCoverage(terms: ScanTerms): Coverage {
  const { tcp, udp } = portsOf(terms);
  return {
    ports: terms.ports,
    tcp_ports: tcp.length,
    udp_ports: udp.length,
    protocols: terms.protocols,
    interval_seconds: terms.intervalSeconds,
    time_budget_seconds: timeBudgetSeconds(tcp.length + udp.length, terms.maxPacketsPerSecond),
    source: terms.source,
    plan_slugs: [...terms.planSlugs],
    vantage_points: [...terms.vantagePoints],
  };
}

/** Counted at the rate that a scan starts with: nothing is taken for granted of a server that answers nothing. */
function timeBudgetSeconds(ports: number, packetsPerSecond: number): number {
  return Math.ceil(secondsBesideProbes + (probesOfSilence * ports) / packetsPerSecond);
}
