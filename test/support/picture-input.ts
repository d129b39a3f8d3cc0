import { bombs, pngOf, slowDrawing } from '../../src/engines/pictures/testing/made-pictures.ts';
import { type HostileFamily, send } from './hostile-input.ts';

/** What a picture may come to, with everything that is allowed of it. */
const allowed = {
  'as many pixels as may be': () => pngOf({ width: 2_000, height: 2_000, bitDepth: 16, fill: 255 }),
  'SVG that takes longer than it may': slowDrawing,
} as const;

/** Pictures whose few bytes become many, each sent as logo and followed by a report that would show it. */
export const pictureFamilies: readonly HostileFamily[] = Object.entries({ ...bombs, ...allowed }).map(
  ([name, make]) => {
    let logo = '';
    return {
      name: `pictures: ${name}`,
      by: ['administrator'],
      count: 12,
      atOnce: 6,
      longestMs: 10_000,
      prepare: async () => {
        logo = make().toString('base64');
      },
      send: (attack, caller, index) =>
        send(
          attack,
          caller,
          index % 2 === 0
            ? { method: 'PUT', path: '/api/v1/branding', body: { logo } }
            : {
                path: `/api/v1/reports/monthly?month=${new Date().toISOString().slice(0, 7)}`,
                headers: { accept: 'application/pdf' },
              },
        ),
    };
  },
);
