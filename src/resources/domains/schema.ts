import { z } from 'zod';
import { oneOf, text } from '../../core/api/fields.ts';
import { normaliseDomain } from '../../engines/domain-names/normalise-domain.ts';

/** The states of a domain, as the API has them. */
export const domainStatus = oneOf(['active', 'paused', 'terminated']);

/** A full URL of a domain may be longer than the 253 characters that remain of it. */
const maxUrlLength = 2_048;

/** A domain name or a URL of one; the verb gets the name as normaliseDomain returns it. */
export const domainName = text(maxUrlLength)
  .transform((value, context) => {
    const result = normaliseDomain(value);
    if ('domain' in result) return result.domain;
    context.addIssue({ code: 'custom', message: result.problem });
    return z.NEVER;
  })
  .meta({
    type: 'string',
    maxLength: maxUrlLength,
    description:
      'A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.',
  });
