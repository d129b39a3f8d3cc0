import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { assess, titleOfExposure } from '../../engines/port-risk/assess.ts';
import type { Exposure } from '../../engines/port-risk/assessment.ts';
import { detectedService } from '../../engines/service-identification/service-identity.ts';
import { portWordingIn } from './port-wording.ts';

/** What an open port is called, whether there is an alert about it or one would be raised. */
export interface PortWords {
  /** `unknown` where nothing was understood: what a port number is registered for is no service. */
  readonly service: string;
  /** In the reader's language. */
  readonly title: string;
}

export function portWords({ language }: Pick<Operation, 'language'>, exposure: Exposure): PortWords {
  return { service: detectedService(exposure), title: titleOfExposure(exposure, portWordingIn(language)) };
}

/** The one urgency of an alert about an open port: the evidence counts (decisions §6.2). */
export function urgencyOf(exposure: Exposure): Severity {
  return assess(exposure).riskLevel;
}
