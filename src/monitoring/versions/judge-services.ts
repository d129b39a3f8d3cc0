import {
  type Component,
  componentsOf,
  type SpokenIdentity,
} from '../../engines/service-identification/components/components.ts';
import type { ServiceIdentity } from '../../engines/service-identification/service-identity.ts';
import { installerOf } from '../../engines/versions/installers.ts';
import type { VersionData } from '../../engines/versions/support-ends.ts';
import { type VersionVerdict, verdictsOf } from '../../engines/versions/verdicts.ts';

export type JudgedComponent = Component & { readonly verdicts: readonly VersionVerdict[] };

/**
 * What each service is made of, and what is known of the versions. The services are those of one server: they are judged together, since a
 * server that shows several releases of a system shows none of its own.
 */
export function judgeServices(
  services: readonly (SpokenIdentity & Pick<ServiceIdentity, 'operatingSystem'>)[],
  data: VersionData,
  now: Date,
): JudgedComponent[][] {
  const components = services.map(componentsOf);
  const installer = installerOf(services.map(({ operatingSystem }) => operatingSystem));
  const verdicts = verdictsOf(components.flat(), data, now.toISOString().slice(0, 10), installer).values();
  return components.map((of) => of.map((component) => ({ ...component, verdicts: inShort(verdicts.next().value!) })));
}

/** A list that nobody reads to its end helps nobody. What is open comes first. */
const maxVulnerabilities = 8;

function inShort(verdicts: readonly VersionVerdict[]): VersionVerdict[] {
  const isVulnerability = ({ about }: VersionVerdict) => about === 'vulnerability';
  return [
    ...verdicts.filter((verdict) => !isVulnerability(verdict)),
    ...verdicts.filter(isVulnerability).slice(0, maxVulnerabilities),
  ];
}
