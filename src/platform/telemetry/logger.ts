import { type Logger, pino, stdSerializers } from 'pino';

export type { Logger } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Paths that could carry a secret wherever an object is logged. */
const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'api_key',
  'apiKey',
  'token',
  'secret',
  'secretKey',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** One JSON object per line on standard error, with ISO timestamps; standard output is kept for what commands print. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: secretPaths, censor: '[secret]' },
      serializers: { err: stdSerializers.err },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
