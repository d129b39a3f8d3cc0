import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Together } from './together.ts';

/** Answers when told to, and remembers what was asked together. */
class Asked {
  readonly rounds: (readonly number[])[] = [];
  readonly ends: ((error?: Error) => void)[] = [];

  readonly ask = (questions: readonly number[]) => {
    this.rounds.push(questions);
    const answers = Promise.withResolvers<number[]>();
    this.ends.push((error) => (error ? answers.reject(error) : answers.resolve(questions.map((each) => each * 10))));
    return answers.promise;
  };
}

const never = 3_600_000;

it('the first is asked at once, those that come meanwhile together, each with its own answer', async () => {
  const asked = new Asked();
  const together = new Together(asked.ask, never);
  const answers = [1, 2, 3].map((question) => together.ask(question));
  expect(asked.rounds).toEqual([[1]]);
  asked.ends[0]!();
  expect(await answers[0]).toBe(10);
  await expect.poll(() => asked.rounds).toEqual([[1], [2, 3]]);
  asked.ends[1]!();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  together.ask(4);
  expect(asked.rounds).toEqual([[1], [2, 3], [4]]);
});

it('a failure is that of those who were asked together, and of nobody else', async () => {
  const asked = new Asked();
  const together = new Together(asked.ask, never);
  const answers = [1, 2, 3].map((question) => together.ask(question));
  asked.ends[0]!(new Error('the connection was lost'));
  await expect(answers[0]).rejects.toThrow('the connection was lost');
  await expect.poll(() => asked.rounds).toHaveLength(2);
  asked.ends[1]!();
  expect(await Promise.all(answers.slice(1))).toEqual([20, 30]);
});

it('who has waited long goes ahead of what holds up others', async () => {
  const asked = new Asked();
  const together = new Together(asked.ask, 5);
  together.ask(1);
  const late = together.ask(2);
  await expect.poll(() => asked.rounds).toEqual([[1], [2]]);
  asked.ends[1]!();
  expect(await late).toBe(20);
  await sleep(20);
  expect(asked.rounds).toHaveLength(2);
});
