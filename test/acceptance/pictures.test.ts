import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PictureDrawer } from '../../src/engines/pictures/picture-drawer.ts';
import { bombs, iconOf, pngOf, slowDrawing, svgOf, webp } from '../../src/engines/pictures/testing/made-pictures.ts';
import { drawLogos } from '../../src/identity/branding/draw-logos.ts';
import { PictureDrawings } from '../../src/identity/branding/picture-drawings.ts';
import { openConsole, type PortalBrowser } from '../support/portal-browser.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** On a machine that is very busy: processes are started. */
const timeout = 120_000;
let service: TestService;
let partner: TestPartner;
let console: PortalBrowser;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  console = await openConsole(service, partner);
});

const set = (images: Readonly<Record<string, Buffer>>, browser = console) => {
  const sent = Object.entries(images).map(([kind, bytes]) => [kind, bytes.toString('base64')]);
  return browser.send('PUT', '/api/v1/branding', Object.fromEntries(sent));
};
const branding = async () => expectSuccess(await console.get('/api/v1/branding')).branding;
const report = () =>
  partner.api.document(
    `/api/v1/reports/monthly?billing_customer_id=1&month=${service.clock.now().toISOString().slice(0, 7)}`,
    'application/pdf',
  );
/** The pictures that a PDF holds, without their transparency. */
const picturesIn = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Subtype \/Image\s(?:(?!endobj)[\s\S])*?\/SMask/g)?.length ?? 0;

describe('a picture of the branding', { timeout }, () => {
  it.each(Object.entries(bombs))(
    'that multiplies is refused on its field, whichever it is: %s',
    async (_kind, make) => {
      const bytes = make();
      const answer = await set({ logo: bytes, dark_logo: bytes });
      expectRefusal(answer, 422, ['logo', 'dark_logo']);
      expect(await branding()).toMatchObject({ logo: null, dark_logo: null });
    },
  );

  it('within an icon counts as what it is, not as what the icon says of it', async () => {
    expectRefusal(
      await set({ favicon: iconOf(pngOf({ width: 7_000, height: 7_000, bitDepth: 1, colourType: 0 })) }),
      422,
      ['favicon'],
    );
    expectSuccess(await set({ favicon: iconOf(pngOf({ width: 16, height: 16 })) }));
  });

  it('that cannot be drawn in time, or is cut off, is refused beside the other, and nothing changes', async () => {
    const cut = pngOf({ width: 300, height: 80, fill: 255 }).subarray(0, 60);
    const answer = await set({
      logo: slowDrawing(),
      dark_logo: cut,
      favicon: iconOf(pngOf({ width: 16, height: 16 })),
    });
    expectRefusal(answer, 422, ['logo', 'dark_logo']);
    expect(answer.body.errors.logo[0]).toMatch(/^The logo field cannot be drawn: /);
    expect(await branding()).toMatchObject({ logo: null, dark_logo: null, favicon: null });
  });

  it('is in reports as it was drawn, and in mails; a WebP is on pages alone', async () => {
    expect(picturesIn((await report()).bytes)).toBe(0);
    const logo = svgOf('<rect width="90" height="20" rx="4"/>', 'viewBox="0 0 90 20"');
    expect(expectSuccess(await set({ logo })).branding.logo).toEqual({
      type: 'image/svg+xml',
      bytes: logo.length,
      in_mails: true,
    });
    expect(picturesIn((await report()).bytes)).toBe(1);
    expect(expectSuccess(await set({ logo: webp })).branding.logo).toMatchObject({
      type: 'image/webp',
      in_mails: false,
    });
    expect(picturesIn((await report()).bytes)).toBe(0);
    expectSuccess(await set({ logo }));
    expectSuccess(await console.send('PUT', '/api/v1/branding', { remove_logo: true }));
    expect(picturesIn((await report()).bytes)).toBe(0);
  });

  it('that an earlier version took is drawn by upkeep, once; one that cannot be drawn costs no report', async () => {
    const [good, bad] = [pngOf({ width: 30, height: 8, fill: 255 }), bombs['PNG, 7500 × 7500 pixels']()];
    const drawer = new PictureDrawer();
    const pictures = new PictureDrawings(drawer);
    const upload = (logo: Buffer) =>
      sql`
        INSERT INTO brandings (partner_id, logo, logo_type, updated_at) VALUES (${partner.partnerId}, ${logo}, 'image/png', now())
        ON CONFLICT (partner_id) DO UPDATE SET logo = excluded.logo`.execute(service.service.resources.db);
    const upkeep = () => drawLogos(service.service.resources, pictures, new AbortController().signal);
    for (const [logo, isShown] of [
      [good, true],
      [bad, false],
    ] as const) {
      await upload(logo);
      expect((await branding()).logo.in_mails).toBe(false);
      expect(picturesIn((await report()).bytes)).toBe(0);
      await upkeep();
      expect((await branding()).logo).toMatchObject({ bytes: logo.length, in_mails: isShown });
      expect(picturesIn((await report()).bytes)).toBe(isShown ? 1 : 0);
    }
    // Nothing is left to draw: a drawer that is closed would say so.
    drawer.close();
    await upkeep();
  });

  it('waits for its turn; what too many wait for is 503 at once, and somebody else is served', async () => {
    const other = await openConsole(service, await service.partner());
    const logo = pngOf({ width: 1_000, height: 1_000, fill: 255 });
    const [theirs, ...ours] = await Promise.all([
      set({ logo }, other),
      ...Array.from({ length: 12 }, () => set({ logo })),
    ]);
    expectSuccess(theirs!);
    const refused = ours.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      expect(answer.body).toMatchObject({ error: { code: 'SERVICE_BUSY' } });
    }
  });
});
