import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type ScanProtocols, scanProtocols } from './accounts/plans/plan-catalogue.ts';
import type { PlanTerms } from './accounts/plans/set-plan.ts';
import { cappedProducts } from './accounts/subscriptions/paid-capacity.ts';
import type { Role } from './app.ts';
import { addSubject, showWhatIsRequired, subjectOf } from './command-usage.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { InvalidInput, Problem } from './core/api/problems.ts';
import type { Resources } from './core/operation/operation.ts';
import { OperatorError } from './core/operation/operator-error.ts';
import type { CappedProduct } from './core/operation/tables.ts';
import { examine } from './doctor.ts';
import { createEffects } from './effects.ts';
import { LeakFileError } from './engines/leak-corpus/leak-file.ts';
import { addExclusionCommands } from './exclusion-commands.ts';
import { addLeaks } from './leak-commands.ts';
import { abandonedScanQueue, scanQueue } from './monitoring/port-scans/jobs.ts';
import { operatorCommands } from './operator-commands.ts';
import { createOutput, type Output, table } from './output.ts';
import { systemClock } from './platform/clock.ts';
import { forbidCrashDumps } from './platform/crash-dumps.ts';
import { DatabaseClock } from './platform/database/database-clock.ts';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { JobQueue } from './platform/jobs/job-queue.ts';
import { collectGarbageEarly, releaseFreedMemory } from './platform/release-memory.ts';
import { createLogger, type Logger } from './platform/telemetry/logger.ts';
import { escapedJson, plainLines } from './platform/text.ts';
import { currentScanPolicy, manualScans, planLimits } from './scan-policy.ts';
import { StartError } from './start-error.ts';
import { openStore, StoreError } from './store.ts';
import { version } from './version.ts';

/** 0: done; 1: it could not be done, and the message says why; 2: the command line was wrong. */
const exitCodes = { failed: 1, usage: 2 };

/** Most database connections of a server process. */
const serverConnections = 20;

/** After a server has ended, or could not start, for what still has to be written. */
const lastMomentMs = 500;

const errorsForPeople = [
  ConfigError,
  InvalidInput,
  OperatorError,
  LeakFileError,
  Problem,
  StartError,
  StoreError,
  MigrationError,
  EmbeddedPostgresError,
];

interface Context {
  readonly config: Config;
  readonly output: Output;
  readonly logger: Logger;
}

function contextOf(command: Command): Context {
  const config = parseConfig();
  const logger = createLogger(config.logLevel);
  for (const warning of config.warnings) logger.warn(warning);
  return { config, output: createOutput(wantsJson(command)), logger };
}

function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Opens the installation for one command. Commands only warn in the log: what they have to say is their output. */
async function withResources(
  command: Command,
  work: (resources: Resources, output: Output, config: Config, secretKey: string) => Promise<void>,
): Promise<void> {
  const { config, output } = contextOf(command);
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const store = await openStore(config, { mode: 'command', maxConnections: 2, logger });
  try {
    const jobs = new JobQueue({
      connection: store.connection,
      queues: [abandonedScanQueue, scanQueue],
      supervise: false,
      onError: (error) => logger.error({ err: error }),
    });
    const clock = await DatabaseClock.start(store.database.db, systemClock);
    const { db } = store.database;
    const policy = await currentScanPolicy(db, config);
    const effects = createEffects({ scans: manualScans(config, policy), mailAvailable: config.mail !== null });
    await work({ db, jobs, clock, effects }, output, config, store.secretKey);
  } finally {
    await store.close();
  }
}

function buildProgram(): Command {
  const program = new Command('breakwater')
    .description('White-label security monitoring for hosting partners.')
    .version(version)
    .option('--json', 'print one JSON value instead of text')
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`.trimEnd() })
    .showHelpAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      '\nConfiguration comes from the environment (PORT, DATA_DIR, DATABASE_URL, …): see README.md.',
    );
  addServe(program);
  addMigrate(program);
  addPartner(program);
  addPortalDomain(program);
  addKey(program);
  addSandbox(program);
  addPlan(program);
  addCustomer(program);
  addExclusionCommands(program, (command, work) => withResources(command, work));
  addLeaks(program, (command, work) =>
    withResources(command, (resources, output, _config, secretKey) =>
      work({ resources, secretKey, output, json: wantsJson(command) }),
    ),
  );
  addDoctor(program);
  for (const command of everyCommand(program)) {
    command.option('--json', 'print one JSON value instead of text').exitOverride();
    showWhatIsRequired(command);
  }
  return program;
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service: API, scans and schedule in one process, or one of the two roles')
    .addOption(
      new Option('--role <role>', 'api: answer requests; worker: scan and schedule')
        .choices(['api', 'worker', 'all'])
        .default('all'),
    )
    .action(async ({ role }: { role: Role }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      collectGarbageEarly();
      try {
        // The service is loaded here only, so that other commands start in half the time, and while the database starts.
        const [store, { serve }] = await Promise.all([
          openStore(config, { mode: 'serve', maxConnections: serverConnections, logger }),
          import('./serve.ts'),
        ]);
        process.exitCode = await serve({ config, store, role, output, logger });
      } finally {
        // A supervisor restarts what has ended, not what hangs: whatever is left must not keep the process.
        setTimeout(() => process.exit(), lastMomentMs).unref();
      }
    });
}

function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest schema (serve does this by itself)')
    .action(async (_options, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const store = await openStore(config, { mode: 'command', maxConnections: 1, logger });
      const { migrated } = store;
      await store.close();
      output.result(
        { applied: migrated },
        migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${migrated.join(', ')}.`,
      );
    });
}

function addPartner(program: Command): void {
  const partner = program.command('partner').description('hosting companies that sell the service');
  partner
    .command('create')
    .description('create a partner with a portal domain and its first API key')
    .requiredOption('--name <name>', 'name of the company')
    .requiredOption('--portal-domain <domain>', 'host that its customers see')
    .action((options: { name: string; portalDomain: string }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.createPartner(resources, output, options)),
    );
  partner
    .command('list')
    .description('list all partners')
    .action((_options, command: Command) => withResources(command, operatorCommands.listPartners));
  for (const [verb, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    addSubject(partner.command(verb), '--partner <partner>', 'id, portal domain or name')
      .description(verb === 'suspend' ? 'refuse its keys and stop its scans' : 'let a suspended partner in again')
      .action((_options, command: Command) => {
        const name = subjectOf(command);
        return withResources(command, (resources, output) =>
          operatorCommands.changePartnerStatus(resources, output, name, status),
        );
      });
  }
  addSubject(partner.command('limit'), '--partner <partner>', 'id, portal domain or name')
    .description('set how many new addresses it may add in a day')
    .requiredOption('--new-addresses-per-day <count>', 'a number, or "default"', countOrDefault)
    .action(({ newAddressesPerDay: count }: { newAddressesPerDay: number | 'default' }, command: Command) => {
      const name = subjectOf(command);
      return withResources(command, (resources, output) =>
        operatorCommands.limitNewAddresses(resources, output, name, count === 'default' ? null : count),
      );
    });
  partner
    .command('caps')
    .description(
      'show, or set with --product, how many resources customers may have who never had a subscription to the product',
    )
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .addOption(new Option('--product <product>', 'the product whose cap is set').choices(cappedProducts))
    .option('--capacity <number>', 'servers or domains of a customer, from 0, or "none"', capacityOrNone)
    .action((options: CapOptions, command: Command) =>
      withResources(command, async (resources, output) => {
        const { partner: name, product, capacity } = options;
        if ((product === undefined) !== (capacity === undefined))
          command.error('error: give --product and --capacity together');
        if (product !== undefined && capacity !== undefined) {
          const cap = { product, capacity: capacity === 'none' ? null : capacity };
          await operatorCommands.setCap(resources, output, { partner: name, ...cap });
        } else await operatorCommands.listCaps(resources, output, name);
      }),
    );
  addAdministrator(partner);
}

interface CapOptions {
  readonly partner: string;
  readonly product?: CappedProduct;
  readonly capacity?: number | 'none';
}

function capacityOrNone(text: string): number | 'none' {
  if (text === 'none' || text === '0') return text === 'none' ? text : 0;
  return wholeNumber(text);
}

function addPortalDomain(program: Command): void {
  const domain = program.command('portal-domain').description('hosts on which partners have their portal and API');
  for (const [verb, description] of [
    ['add', 'let a host serve a partner on your word: no DNS record is asked for'],
    ['remove', 'take a host from a partner, with its keys and sessions'],
  ] as const) {
    const requiringPartner = domain.command(verb).requiredOption('--partner <partner>', 'id, portal domain or name');
    addSubject(requiringPartner, '--portal-domain <domain>', 'the host')
      .description(description)
      .action(({ partner }: { partner: string }, command: Command) => {
        const name = subjectOf(command);
        return withResources(command, (resources, output) =>
          operatorCommands[verb === 'add' ? 'addPortalDomain' : 'removePortalDomain'](resources, output, {
            partner,
            domain: name,
          }),
        );
      });
  }
  domain
    .command('list')
    .description('list the hosts of a partner, with those whose control is not proved')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner }: { partner: string }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.listPortalDomains(resources, output, partner)),
    );
}

function addAdministrator(partner: Command): void {
  const admin = partner.command('admin').description('people who sign in to the console of a partner');
  const fromStdin = ['--password-stdin', 'read the password from standard input instead of making one'] as const;
  admin
    .command('create')
    .description('let a person sign in to the console')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'name of the person')
    .option(...fromStdin)
    .action((options: { partner: string; email: string; name?: string; passwordStdin?: boolean }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.createAdministrator(resources, output, options)),
    );
  admin
    .command('list')
    .description('people who can sign in to the console')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner: name }: { partner: string }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.listAdministrators(resources, output, name)),
    );
  admin
    .command('reset')
    .description('another password, no second factor, and no session, for a person who cannot sign in any more')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option(...fromStdin)
    .action((options: { partner: string; email: string; passwordStdin?: boolean }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.resetAdministrator(resources, output, options)),
    );
}

function addKey(program: Command): void {
  const key = program.command('key').description('API keys of partners');
  key
    .command('create')
    .description('create a key; with --replaces the old one stays valid during the overlap')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .option('--portal-domain <domain>', 'the domain that the key is bound to; may be omitted when there is one')
    .option('--name <name>', 'what the key is for', 'API key')
    .option('--replaces <key>', 'id of the key that this one takes over from')
    .option('--overlap-hours <hours>', 'how long the replaced key stays valid', hours, 24)
    .action(({ overlapHours, ...options }, command: Command) =>
      withResources(command, (resources, output) =>
        operatorCommands.createKey(resources, output, { ...options, overlapSeconds: overlapHours * 3_600 }),
      ),
    );
  key
    .command('list')
    .description('list the keys of a partner, never the keys themselves')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner }: { partner: string }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.listKeys(resources, output, partner)),
    );
  const revoke = key.command('revoke').requiredOption('--partner <partner>', 'id, portal domain or name');
  addSubject(revoke, '--key <key>', 'id of the key')
    .description('revoke a key: its next request fails')
    .action(({ partner }: { partner: string }, command: Command) => {
      const keyId = subjectOf(command);
      return withResources(command, (resources, output) =>
        operatorCommands.revokeKey(resources, output, { partner, keyId }),
      );
    });
}

function addSandbox(program: Command): void {
  const sandbox = program.command('sandbox').description('a separate world of an account for trying things out');
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    sandbox
      .command(verb)
      .description(enabled ? 'let requests with X-Service-Sandbox: true in' : 'refuse them; the sandbox keeps its data')
      .requiredOption('--partner <partner>', 'id, portal domain or name')
      .action(({ partner }: { partner: string }, command: Command) =>
        withResources(command, (resources, output) =>
          operatorCommands.setSandboxMode(resources, output, partner, enabled),
        ),
      );
  }
}

function addPlan(program: Command): void {
  const plan = program.command('plan').description('what customers of a partner can subscribe to');
  plan
    .command('list')
    .description('list the plans of a partner')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner }: { partner: string }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.listPlans(resources, output, partner)),
    );
  plan
    .command('set')
    .description('make or change a plan; what its customers then have too much is paused, newest first')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .addOption(
      new Option('--product <product>', 'a product that is sold by plan')
        .choices(['port_monitoring'])
        .makeOptionMandatory(),
    )
    .requiredOption('--plan <plan>', 'slug of the plan')
    .requiredOption('--capacity <endpoints>', 'endpoints that it pays for', wholeNumber)
    .option('--interval-hours <hours>', 'time between scans, or "default"; kept as it is when omitted', intervalHours)
    .option('--ports <ports>', 'top-1000, full or ranges such as 22,80,8000-8010; kept as they are when omitted')
    .addOption(
      new Option(
        '--protocols <protocols>',
        'tcp, or tcp+udp to ask the UDP ports of the risk table too; kept as they are when omitted',
      ).choices(scanProtocols),
    )
    .option(
      '--max-packets-per-second <packets>',
      'ceiling for each endpoint, or "default"; kept as it is when omitted',
      wholeNumberOrDefault,
    )
    .action((options: PlanOptions, command: Command) =>
      withResources(command, (resources, output, config) =>
        operatorCommands.setPlan(resources, output, planTerms(options), planLimits(config)),
      ),
    );
  plan
    .command('domains')
    .description("set how often a partner's domains, which are sold by the slot, are looked up in the leak sources")
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--interval-hours <hours>', 'time between scans, or "default"', intervalHours)
    .action(({ partner, intervalHours }: Required<Pick<PlanOptions, 'partner' | 'intervalHours'>>, command: Command) =>
      withResources(command, (resources, output) =>
        operatorCommands.setDomainInterval(resources, output, { partner, seconds: intervalSeconds(intervalHours) }),
      ),
    );
}

function intervalSeconds(hours: number | 'default'): number | null {
  return hours === 'default' ? null : Math.round(hours * 3_600);
}

function planTerms(options: PlanOptions): PlanTerms & { partner: string } {
  const {
    partner,
    plan: slug,
    capacity,
    ports,
    protocols,
    intervalHours: interval,
    maxPacketsPerSecond: rate,
  } = options;
  return {
    partner,
    slug,
    capacity,
    scanIntervalSeconds: interval && intervalSeconds(interval),
    ports,
    protocols,
    maxPacketsPerSecond: rate === 'default' ? null : rate,
  };
}

interface PlanOptions {
  readonly partner: string;
  readonly plan: string;
  readonly capacity: number;
  /** `default`: the installation's interval. */
  readonly intervalHours?: number | 'default';
  readonly ports?: string;
  readonly protocols?: ScanProtocols;
  readonly maxPacketsPerSecond?: number | 'default';
}

function addCustomer(program: Command): void {
  program
    .command('customer')
    .description('customers of partners')
    .command('show')
    .description('show services, subscriptions, billing windows, domains and capacity of a customer')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--client-id <id>', "the billing system's client id", wholeNumber)
    .action((options: { partner: string; clientId: number }, command: Command) =>
      withResources(command, (resources, output) => operatorCommands.showCustomer(resources, output, options)),
    );
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

function wholeNumberOrDefault(text: string): number | 'default' {
  return text === 'default' ? text : wholeNumber(text);
}

function countOrDefault(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0, or "default".');
  return Number(text);
}

function intervalHours(text: string): number | 'default' {
  return text === 'default' ? text : hours(text);
}

function hours(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value > 8_760)
    throw new InvalidArgumentError('It must be a number of hours from 0 to 8760.');
  return value;
}

function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look at what works on this machine')
    .action(async (_options, command: Command) => {
      const { config, output } = contextOf(command);
      const findings = await examine(config, createLogger('silent'));
      const healthy = findings.every(({ state }) => state !== 'fail');
      output.result(
        { healthy, findings },
        table(
          ['check', 'state', 'detail'],
          findings.map((finding) => [finding.check, finding.state, finding.detail]),
        ),
      );
      if (!healthy) process.exitCode = exitCodes.failed;
    });
}

function sentencesOf({ errors }: InvalidInput): string {
  return Object.values(errors).flat().join(' ');
}

function reportFailure(error: unknown, json: boolean): void {
  const known = errorsForPeople.some((type) => error instanceof type);
  const { message, stack } =
    error instanceof InvalidInput ? { message: sentencesOf(error), stack: '' } : (error as Error);
  process.stderr.write(`${json ? escapedJson({ error: { message } }) : plainLines(`${known ? message : stack}`)}\n`);
  process.exitCode = exitCodes.failed;
}

try {
  // The secret key is in the memory of every command.
  forbidCrashDumps();
  releaseFreedMemory();
  await buildProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  else reportFailure(error, process.argv.includes('--json'));
}
