<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

/**
 * Makes the monitoring service have every service as WHMCS has it, and reports what it cannot decide.
 */
final class DailySync
{
    /** Of services that cannot be compared, so many are named. */
    private const NAMED = 20;

    /** Runs over all accounts; one that fails keeps no other from its turn. */
    public static function run(): void
    {
        $accounts = Account::all(static function (int $serverId, string $failure): void {
            Module::note("the daily sync of server #$serverId failed: $failure");
        });
        foreach ($accounts as $account) {
            $failure = Module::failure('DailySync', [], static function () use ($account): void {
                self::of($account);
            });
            if ($failure !== null) {
                Module::note("the daily sync of {$account->name()} failed: $failure");
            }
        }
    }

    private static function of(Account $account): void
    {
        $report = $account->reconciliation()->run(Module::VERSION);
        $sentences = $report->sentences();
        $unsold = $account->unsold();
        if ($unsold !== []) {
            $sentences[] = sprintf(
                '%d services were left out, since their product does not say what it sells: #%s.',
                count($unsold),
                implode(', #', array_slice($unsold, 0, self::NAMED))
            );
        }
        $isQuiet = $report->isClean() && $unsold === [];
        Module::note(sprintf(
            'daily sync of %s: %s',
            $account->name(),
            $isQuiet ? sprintf('%d services, no drift.', $report->told()->told()) : implode(' ', $sentences)
        ));
    }
}
