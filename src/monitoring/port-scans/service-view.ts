import { z } from 'zod';
import { oneOf } from '../../core/api/fields.ts';
import type { StoredIdentity } from '../../core/operation/tables/monitoring.ts';
import { componentPlaces, componentsOf } from '../../engines/service-identification/components/components.ts';

const version = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: 'As the service stated it. Null: it did not.', examples: [example] });

/** A program that has a part in a service. */
export const serviceComponent = z
  .strictObject({
    name: z.string().meta({ description: 'The program, as the service calls it.', examples: ['PHP'] }),
    version: version('7.0.33'),
    revision: z
      .string()
      .nullable()
      .meta({
        examples: ['0+deb9u12'],
        description: 'What a packager added to the version, such as `Debian-5+deb11u1`; null: it was not stated.',
      }),
    where: oneOf(componentPlaces).meta({
      description:
        'Where it was stated: in the first line that the service sent, in what else it answered, in a header of its web page, or in the page by `<meta name="generator">`.',
    }),
  })
  .meta({
    id: 'ServiceComponent',
    description: 'A program that has a part in a service, as the service itself stated it.',
  });

/** Which service answers on a port, as the API shows it wherever it does. */
export const seenServiceFields = {
  service: z
    .string()
    .meta({ examples: ['https'], description: '`ssh`, `https`, `mysql` …; `unknown` where nothing tells.' }),
  known_by: oneOf(['probed', 'port_number']).meta({
    description: '`probed`: it showed itself. `port_number`: it did not, and the port number is registered for it.',
  }),
  product: z
    .string()
    .nullable()
    .meta({ description: 'The program that answers. Null: it did not show which.', examples: ['Apache'] }),
  version: version('2.4.25'),
  components: z.array(serviceComponent).meta({
    description: 'The programs that it says it is made of, the product first: at most eight of 120 characters.',
  }),
};

/** A service at a time. */
export const seenService = z.strictObject(seenServiceFields).meta({ id: 'SeenService' });

export function toSeenService(identity: StoredIdentity): z.output<typeof seenService> {
  const { service, method, product, version } = identity;
  return { service, known_by: method, product, version, components: componentsOf(identity) };
}
