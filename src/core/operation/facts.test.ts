import { expectTypeOf, it } from 'vitest';
import type { Fact } from './facts.ts';

// The compiler checks these: `tsc -p .` reads tests, too.
it('a fact that lacks what those who hear of it need does not compile', () => {
  type Of<T extends string, Rest = object> = { readonly type: T; readonly subjectId: string } & Rest;
  interface Customer {
    readonly customerId: string;
  }
  expectTypeOf<Of<'endpoint.suspended', Customer>>().toExtend<Fact>();
  expectTypeOf<Of<'endpoint.painted', Customer>>().not.toExtend<Fact>();
  expectTypeOf<Of<'endpoint.suspended'>>().not.toExtend<Fact>();
  expectTypeOf<Of<'webhook.deleted'>>().toExtend<Fact>();
  expectTypeOf<Of<'webhook.deleted', Customer>>().not.toExtend<Fact>();
  expectTypeOf<{ type: 'domain.provisioned'; subjectId: null; customerId: string }>().not.toExtend<Fact>();
  expectTypeOf<Of<'portal_domain.added', { details: { domain: string } }>>().toExtend<Fact>();
  expectTypeOf<Of<'portal_domain.added', { details: { name: string } }>>().not.toExtend<Fact>();
});
