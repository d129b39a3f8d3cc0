import { describe, expect, it } from 'vitest';
import { sampleOfEvent } from './event-samples.ts';
import { eventSchemas } from './event-schemas.ts';

type SampledType = Parameters<typeof sampleOfEvent>[0];

describe('the sample of an event', () => {
  const types = Object.keys(eventSchemas).filter((type): type is SampledType => type !== 'webhook.test');

  it.each(types)('is what an event of its type could be: %s', (type) => {
    const sample = sampleOfEvent(type);
    expect(eventSchemas[type].parse(sample)).toEqual(sample);
  });

  it.each(types)('names a customer that nobody has: %s', (type) => {
    expect(JSON.stringify(sampleOfEvent(type)).match(/"billing_customer_id":(\d+)/g)).toEqual(
      expect.arrayContaining(['"billing_customer_id":999999999']),
    );
    expect(JSON.stringify(sampleOfEvent(type))).not.toMatch(/"billing_customer_id":(?!999999999)/);
  });
});
