import { expect, it } from 'vitest';
import { createLogger, type LogLevel } from './logger.ts';

function loggerWithLines(level: LogLevel) {
  const lines: Record<string, unknown>[] = [];
  const clock = { ms: 0 };
  const logger = createLogger(level, { write: (line) => void lines.push(JSON.parse(line)) }, () => clock.ms);
  return { logger, lines, clock };
}

const diskFull = () => Object.assign(new Error('could not extend file'), { code: '53100' });

it('an outage is one line without a stack, and half a minute later one that counts what came meanwhile', () => {
  const { logger, lines, clock } = loggerWithLines('info');
  for (let request = 0; request < 100; request += 1)
    logger.error({ err: diskFull(), requestId: String(request) }, 'A request failed.');
  expect(lines).toMatchObject([
    { level: 'error', msg: 'A request failed.', reason: 'could not extend file', code: '53100' },
  ]);
  expect(lines[0]).not.toHaveProperty('err');
  clock.ms = 30_000;
  logger.child({ step: 1 }).error({ err: diskFull() }, 'A request failed.');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ repeated: 99, step: 1 });
});

it.each([
  ['another message', 'It failed.', diskFull()],
  ['another trouble', 'A request failed.', Object.assign(new Error('no more connections'), { code: '53300' })],
  ['a lost connection', 'A request failed.', new Error('Connection terminated unexpectedly')],
])('%s is a line of its own', (_what, message, err) => {
  const { logger, lines } = loggerWithLines('info');
  logger.error({ err: diskFull() }, 'A request failed.');
  logger.error({ err }, message);
  expect(lines).toHaveLength(2);
});

it('defects keep their stacks, each of them', () => {
  const { logger, lines } = loggerWithLines('info');
  for (const err of [new TypeError('x is undefined'), new TypeError('x is undefined')])
    logger.error({ err }, 'A request failed.');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toHaveProperty('err.stack', expect.stringContaining('logger.test.ts'));
});

it('LOG_LEVEL=debug has every outage with its stack', () => {
  const { logger, lines } = loggerWithLines('debug');
  for (const err of [diskFull(), diskFull()]) logger.error({ err }, 'A request failed.');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toHaveProperty('err.stack');
});
