<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Difference;

/**
 * A page of staff: what differs between both sides, with a button for each line.
 */
final class ComparisonScreen
{
    /** So many lines are shown of each account; all are counted. */
    private const LINES = 200;

    /** In the session: forms of other websites do not know it. */
    private const TOKEN = Module::NAME . '_comparison';

    /**
     * @param string               $link where the page is
     * @param array<string, mixed> $sent `line`, the key of a difference, and `account`, where a button was pressed
     *
     * @return string HTML
     */
    public static function html(string $link, array $sent): string
    {
        $_SESSION[self::TOKEN] = $_SESSION[self::TOKEN] ?? bin2hex(random_bytes(16));
        $notes = [];
        $accounts = Account::all(static function (int $serverId, string $failure) use (&$notes): void {
            $notes[] = ['danger', "Server #$serverId: $failure"];
        });
        $parts = [];
        foreach ($accounts as $place => $account) {
            $settled = self::settle($account, $place, $sent);
            if ($settled !== null) {
                $notes[] = $settled;
            }
            $parts[] = self::account($account, $place, $link);
        }
        if ($parts === [] && $notes === []) {
            $notes[] = ['info', 'There is no server, or no product, of this module.'];
        }
        $shown = array_map(static function (array $note): string {
            return sprintf('<div class="alert alert-%s">%s</div>', $note[0], self::escaped($note[1]));
        }, $notes);
        return implode("\n", array_merge($shown, $parts));
    }

    /**
     * @param array<string, mixed> $sent
     *
     * @return array{string, string}|null how a note looks, and its text; null: no button of this account was pressed
     */
    private static function settle(Account $account, int $place, array $sent): ?array
    {
        $line = $sent['line'] ?? null;
        if (!is_string($line) || ($sent['account'] ?? null) !== (string) $place) {
            return null;
        }
        $token = is_string($sent['proof'] ?? null) ? $sent['proof'] : '';
        if (!hash_equals($_SESSION[self::TOKEN], $token)) {
            return ['danger', 'The page was too old: nothing was changed. Choose again.'];
        }
        $told = '';
        $failure = Module::failure('Comparison', [], static function () use ($account, $line, &$told): void {
            $told = $account->reconciliation()->settle($line);
        });
        return $failure === null ? ['success', $told] : ['danger', $failure];
    }

    private static function account(Account $account, int $place, string $link): string
    {
        $rows = [];
        $count = 0;
        $work = static function () use ($account, $place, $link, &$rows, &$count): void {
            foreach ($account->reconciliation()->differences() as $difference) {
                $count += 1;
                if ($count <= self::LINES) {
                    $rows[] = self::row($difference, $place, $link);
                }
            }
        };
        $failure = Module::failure('Comparison', [], $work);
        $said = $failure ?? ($count === 0 ? 'Both sides agree.' : "$count differences.");
        $more = $count > self::LINES ? sprintf('<p>And %d more.</p>', $count - self::LINES) : '';
        $unsold = $account->unsold() === []
            ? ''
            : '<p>Left out, since their product does not say what it sells: services #'
                . implode(', #', $account->unsold()) . '.</p>';
        $table = $rows === [] ? '' : '<table class="table table-striped"><thead><tr><th>Service</th><th>Client</th>'
            . '<th>What differs</th><th>Here</th><th>There</th><th>By itself</th><th></th></tr></thead><tbody>'
            . implode("\n", $rows) . '</tbody></table>';
        $heading = self::escaped(ucfirst($account->name()));
        return "<h2>$heading</h2><p>" . self::escaped($said) . "</p>$unsold$table$more";
    }

    private static function row(Difference $difference, int $place, string $action): string
    {
        $numbers = [$difference->serviceId(), $difference->clientId()];
        // What is only there may have no page here.
        $isOnlyThere = $difference->kind() === Difference::LEFT_OVER;
        $link = $isOnlyThere ? '#%d' : '<a href="clientsservices.php?userid=%2$d&amp;id=%1$d">#%1$d</a>';
        $service = vsprintf($link, $numbers);
        $client = $isOnlyThere
            ? sprintf('#%d', $difference->clientId())
            : sprintf('<a href="clientssummary.php?userid=%1$d">#%1$d</a>', $difference->clientId());
        $hidden = '';
        $fields = ['account' => (string) $place, 'line' => $difference->key(), 'proof' => $_SESSION[self::TOKEN]];
        foreach ($fields as $name => $value) {
            $hidden .= sprintf('<input type="hidden" name="%s" value="%s">', $name, self::escaped($value));
        }
        $button = sprintf(
            '<form method="post" action="%s">%s<button class="btn btn-default" title="%s">%s</button></form>',
            self::escaped($action),
            $hidden,
            self::escaped($difference->sentence()),
            $difference->remedy()
        );
        $cells = [
            $service,
            $client,
            self::escaped($difference->label()),
            self::escaped($difference->here()),
            self::escaped($difference->there()),
            $difference->isSafe() ? 'with the next daily job' : 'no: staff decide',
            $button,
        ];
        return '<tr><td>' . implode('</td><td>', $cells) . '</td></tr>';
    }

    private static function escaped(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }
}
