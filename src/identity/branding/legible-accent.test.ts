import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { contrast, legibleAccent } from './legible-accent.ts';

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** As in the portal's stylesheet: what the accent is read on, and what it carries text on. */
const pages = { light: ['#ffffff', '#f6f7f9', '#eef1f5'], dark: ['#0b0f17', '#131926', '#1c2434'] } as const;

describe('a legible accent', () => {
  it('any colour stands out on both pages, and the text on it from the colour, by 4.5 to 1', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const accent = legibleAccent(chosen);
        for (const page of pages.light) expect(contrast(accent.light, page)).toBeGreaterThanOrEqual(4.5);
        for (const page of pages.dark) expect(contrast(accent.dark, page)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent.light, accent.on_light)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent.dark, accent.on_dark)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(accent.fill, accent.on_fill)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('a colour that is legible already stays what it is', () => {
    expect(legibleAccent('#1d4ed8').light).toBe('#1d4ed8');
    expect(legibleAccent('#ffd400').dark).toBe('#ffd400');
  });

  it('what is filled keeps the colour of the brand, however light or dark', () => {
    expect(legibleAccent('#ffcc00')).toMatchObject({ fill: '#ffcc00', on_fill: '#000000' });
    expect(legibleAccent('#001a66')).toMatchObject({ fill: '#001a66', on_fill: '#ffffff' });
  });

  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
  ])('the contrast of %s and %s is %d, as WCAG has it', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 1);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });
});
