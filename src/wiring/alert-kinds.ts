import type { AlertKind } from '../monitoring/alerts/alert-kind.ts';
import { certificateKind } from '../monitoring/certificates/kind.ts';
import { postureKind } from '../monitoring/domain-posture/kind.ts';
import { darkWebKind, leakedCredentialsKind } from '../monitoring/leaks/kinds.ts';
import { portKind } from '../monitoring/port-exposure/kind.ts';
import { versionKind } from '../monitoring/versions/kind.ts';

/** Every kind of alert, in the order in which port scans are judged. */
export const alertKinds: readonly AlertKind[] = [
  portKind,
  certificateKind,
  versionKind,
  ...[leakedCredentialsKind, darkWebKind],
  postureKind,
];
