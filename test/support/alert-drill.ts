import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordingAsText, recordingOf, recordingsDirectory, replay, type Scrape } from './alert-recording.ts';

/** RECORD_ALERTS=1 keeps what the drills scrape in place of what is there. */
const isRecording = process.env.RECORD_ALERTS !== undefined;
/** What is read from the database serves all scrapes of two seconds. */
const freshMs = 2_100;
const scrapeTimeoutMs = 10_000;

/** Where each node answers, by the names that it has in the recording. */
export type Targets = () => Readonly<Record<string, string | null>>;

/** A trouble that is caused, scraped as Prometheus would, and mended; then Prometheus says what it makes of that. */
export class AlertDrill {
  readonly #scrapes: { readonly phase: 'before' | 'during' | 'after'; readonly told: Scrape }[] = [];
  readonly #what: string;
  readonly #targets: Targets;

  private constructor(what: string, targets: Targets) {
    this.#what = what;
    this.#targets = targets;
  }

  /** Scrapes the nodes while all is well. */
  static async begin(what: string, targets: Targets): Promise<AlertDrill> {
    const drill = new AlertDrill(what, targets);
    await drill.#scrape('before');
    return drill;
  }

  /** Scrapes them in trouble; twice at least where a rule looks at what increases. */
  async during(): Promise<void> {
    await this.#scrape('during');
  }

  /** Scrapes them once all is well again, and has Prometheus raise these alerts within their time, no others, and none in the end. */
  async end(...fires: readonly string[]): Promise<void> {
    await this.#scrape('after');
    const recording = recordingOf(this.#what, fires, this.#scrapes);
    if (isRecording) {
      mkdirSync(recordingsDirectory, { recursive: true });
      const name = this.#what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      writeFileSync(join(recordingsDirectory, `${name}.txt`), recordingAsText(recording));
    }
    await replay(recording);
  }

  async #scrape(phase: 'before' | 'during' | 'after'): Promise<void> {
    await sleep(freshMs);
    const nodes = Object.entries(this.#targets()).map(async ([node, url]) => [node, await metricsOf(url)] as const);
    this.#scrapes.push({ phase, told: Object.fromEntries(await Promise.all(nodes)) });
  }
}

/** Null: nothing in time. */
async function metricsOf(url: string | null): Promise<string | null> {
  if (url === null) return null;
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(scrapeTimeoutMs) })).text();
  } catch {
    return null;
  }
}
