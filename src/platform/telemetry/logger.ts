import { type DestinationStream, type Logger, type LoggerOptions, levels, pino, stdSerializers } from 'pino';
import { isOutage } from './outages.ts';

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

/** The last line of a log that told of an error. */
export interface LoggedError {
  readonly message: string;
  /** RFC 3339. */
  readonly at: string;
}

const lastErrors = new WeakMap<Logger, LoggedError>();

/** Null: it told of none yet, or was made by somebody else. Children's lines are their parent's. */
export function lastErrorOf(logger: Logger): LoggedError | null {
  return lastErrors.get(logger) ?? null;
}

/** While something is away, each kind of line that says so comes this often. */
const outageLineMs = 30_000;
const errorLevel = levels.values.error!;

/**
 * Of an outage one line says what is away, without a stack, and how often that was so since the line before: hundreds of requests and
 * loops notice it each second. LOG_LEVEL=debug has them all.
 */
function quietOutages(nowMs: () => number, onError: (message: string) => void): NonNullable<LoggerOptions['hooks']> {
  const seen = new Map<string, { atMs: number; repeated: number }>();
  return {
    logMethod(args, method, level) {
      const [fields, message] = args as unknown as [{ readonly err?: unknown } | string, string | undefined];
      if (level >= errorLevel) onError(messageOf(fields, message));
      if (typeof fields === 'string' || !isOutage(fields.err) || this.isLevelEnabled('debug'))
        return method.apply(this, args);
      const { err, ...others } = fields;
      const key = `${message} ${err.code ?? err.message}`;
      const last = seen.get(key);
      if (last && nowMs() - last.atMs < outageLineMs) {
        last.repeated += 1;
        return;
      }
      const repeated = last?.repeated ? { repeated: last.repeated } : {};
      seen.set(key, { atMs: nowMs(), repeated: 0 });
      const line = [{ ...others, reason: err.message, code: err.code, ...repeated }, message];
      return method.apply(this, line as unknown as typeof args);
    },
  };
}

/** With the cause of an outage; of a defect the log has more. */
function messageOf(fields: { readonly err?: unknown } | string, message: string | undefined): string {
  if (typeof fields === 'string') return fields;
  return isOutage(fields.err) ? `${message} (${fields.err.message})` : `${message}`;
}

/**
 * One JSON object per line on standard error, with ISO timestamps; standard output is kept for what commands print.
 * @param destination for tests; so is the steady clock
 */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
  nowMs: () => number = () => performance.now(),
): Logger {
  const logger: Logger = pino(
    {
      level,
      base: null,
      redact: { paths: secretPaths, censor: '[secret]' },
      serializers: { err: stdSerializers.err },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: quietOutages(nowMs, (message) => lastErrors.set(logger, { message, at: new Date().toISOString() })),
    },
    destination,
  );
  return logger;
}
