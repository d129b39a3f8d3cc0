import type { Effects } from '../../src/core/operation/effects.ts';
import type { Operation } from '../../src/core/operation/operation.ts';

type Reactions = Effects<Operation>;
export type EffectName = keyof Reactions;

/** The name of an effect and what it was told, besides the transaction. */
export type RecordedEffect = { [Name in EffectName]: readonly [Name, Parameters<Reactions[Name]>[1]] }[EffectName];

/** Stands around the real effects of a service: lists them in the order in which they begin, and lets one fail when it is done. */
export class RecordedEffects {
  #list: RecordedEffect[] = [];
  #failing: EffectName | null = null;

  readonly around = (effects: Reactions): Reactions => {
    const names = Object.keys(effects) as EffectName[];
    const entries = names.map((name) => [name, this.#around(name, effects[name] as Reaction)]);
    return Object.fromEntries(entries);
  };

  /** What follows while the work is done, transactions that were repeated included. */
  async during(work: () => Promise<unknown>): Promise<readonly RecordedEffect[]> {
    this.#list = [];
    await work();
    return this.#list;
  }

  /** @throws whatever the work throws */
  async failing(name: EffectName, work: () => Promise<unknown>): Promise<void> {
    this.#failing = name;
    try {
      await work();
    } finally {
      this.#failing = null;
    }
  }

  #around(name: EffectName, react: Reaction): Reaction {
    return async (tx, told) => {
      this.#list.push([name, told] as RecordedEffect);
      const answer = await react(tx, told);
      if (name === this.#failing) throw new Error(`${name} cannot be followed.`);
      return answer;
    };
  }
}

type Reaction = (tx: Operation, told: unknown) => Promise<unknown>;
