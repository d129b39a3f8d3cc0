import { scanRefusal } from '../../resources/endpoints/index.ts';
import type { EndpointScanner } from './endpoint-scanner.ts';
import { runScan, type ScanTools } from './run-scan.ts';

/** Scans by packets, as far as the address policy allows. */
export function networkScanner(tools: ScanTools): EndpointScanner {
  return {
    engine: tools.scanner.name,
    refusal: (address) => scanRefusal(tools.policy, address),
    scan: (_operation, scan, signal) => runScan(tools, scan, signal),
  };
}
