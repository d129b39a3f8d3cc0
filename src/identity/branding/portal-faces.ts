import { LRUCache } from 'lru-cache';
import type { Resources } from '../../core/operation/operation.ts';
import { brandingsOfPortals, imageOfPortal, type PortalBranding } from './branding.ts';
import { type BrandingImage, drawnIcon, type ImageKind } from './branding-images.ts';

/** How old what a page shows of a portal may be. */
const freshSeconds = 5;
/** Strangers choose the hosts that are asked for; those that are nobody's are remembered, too. */
const maxHosts = 10_000;
const maxImageBytes = 33_554_432;

interface Face {
  /** Null: the host is nobody's portal. */
  readonly portal: PortalBranding | null;
}

type Waiting = PromiseWithResolvers<PortalBranding | null>;

/**
 * How the portals of all hosts look, for pages that anybody may ask for at any pace. What is not remembered is looked up in one
 * statement at a time, with whatever else is asked for meanwhile: strangers occupy one connection at most.
 */
export class PortalFaces {
  readonly #resources: Resources;
  readonly #faces: LRUCache<string, Face>;
  readonly #images = new LRUCache<string, BrandingImage>({
    maxSize: maxImageBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  #waiting = new Map<string, Waiting>();
  #looksUp = false;

  constructor(resources: Resources) {
    this.#resources = resources;
    const now = () => resources.clock.now().getTime();
    this.#faces = new LRUCache({ max: maxHosts, ttl: freshSeconds * 1_000, ttlResolution: 0, perf: { now } });
  }

  /** How the portal of a host looks, or looked some seconds ago; null when it is nobody's. */
  async of(portalDomain: string): Promise<PortalBranding | null> {
    const face = this.#faces.get(portalDomain);
    return face ? face.portal : this.#lookUp(portalDomain);
  }

  /**
   * An image of a host's portal by the version that its address names, with the version that it has.
   * @returns null when there is none
   */
  async imageOf(
    portalDomain: string,
    kind: ImageKind,
    version: unknown,
  ): Promise<(BrandingImage & { readonly version: string }) | null> {
    const remembered = await this.of(portalDomain);
    if (remembered === null) return null;
    // A page may have been made with a newer face, on another node.
    const portal = remembered.versions[kind] === version ? remembered : await this.#lookUp(portalDomain);
    const current = portal?.versions[kind] ?? null;
    if (portal === null || current === null) return null;
    const drawn = kind === 'favicon' ? drawnIcon(portal.name, portal.accentColour) : null;
    if (drawn?.version === current) return drawn;
    const key = `${portal.partnerId} ${kind} ${current}`;
    const image = this.#images.get(key) ?? (await imageOfPortal(this.#resources.db, portalDomain, kind));
    if (image === null) return null;
    this.#images.set(key, image);
    return { ...image, version: current };
  }

  #lookUp(portalDomain: string): Promise<PortalBranding | null> {
    const waiting = this.#waiting.get(portalDomain) ?? Promise.withResolvers();
    this.#waiting.set(portalDomain, waiting);
    if (!this.#looksUp) void this.#answerAll();
    return waiting.promise;
  }

  async #answerAll(): Promise<void> {
    this.#looksUp = true;
    while (this.#waiting.size > 0) {
      const asked = this.#waiting;
      this.#waiting = new Map();
      await this.#answer(asked);
    }
    this.#looksUp = false;
  }

  async #answer(asked: ReadonlyMap<string, Waiting>): Promise<void> {
    try {
      const found = await brandingsOfPortals(this.#resources.db, [...asked.keys()]);
      for (const [domain, { resolve }] of asked) {
        const portal = found.get(domain) ?? null;
        this.#faces.set(domain, { portal });
        resolve(portal);
      }
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }
}
