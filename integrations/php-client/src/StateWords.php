<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What a page says of a service to its customer, in a language.
 */
final class StateWords
{
    private const SEVERITIES = ['critical', 'high', 'medium', 'low'];

    /** Checks that are called the same in every language. */
    private const CHECKS = ['dnssec' => 'DNSSEC', 'spf' => 'SPF', 'dkim' => 'DKIM', 'dmarc' => 'DMARC',
        'mta_sts' => 'MTA-STS'];

    /**
     * @param array<string, mixed>  $state as ServiceState gives it
     * @param array<string, string> $texts
     *
     * @return array{alerts: list<array<string, string>>, total: int, summary: string, more: string, last_look: string,
     *     posture: string} summary: what there is to do, or why nothing can be told; that there is nothing only after a
     *     completed look; posture: a line about what everybody can see of domains, or empty
     */
    public static function of(array $state, array $texts): array
    {
        $alerts = [];
        foreach ($state['alerts'] as $alert) {
            $severity = in_array($alert['severity'], self::SEVERITIES, true) ? $alert['severity'] : 'low';
            $alerts[] = [
                'severity' => $severity,
                'severityText' => $texts['severity_' . $severity],
                'title' => self::title($alert, $texts),
                'subject' => (string) $alert['subject']['name'],
                'since' => substr((string) $alert['first_detected_at'], 0, 10),
            ];
        }
        $total = $state['open_alerts'];
        $more = $total - count($alerts);
        $counted = $total === 1 ? $texts['alerts_1'] : sprintf($texts['alerts_n'], $total);
        $at = $state['last_look_at'];
        // A later version may have other reasons.
        $reason = $state['reason'] === null ? '' : $texts['look_' . $state['reason']] ?? $texts['look_not_looked_at'];
        return [
            'alerts' => $alerts,
            'total' => $total,
            'summary' => $total > 0 ? rtrim("$counted. $reason") : ($reason ?: $texts['no_alerts']),
            'more' => $more > 0 ? sprintf($texts['more'], $more) : '',
            'last_look' => $at === null
                ? ''
                : sprintf($texts['last_look'], self::minute($at)),
            // What an earlier version remembered has none.
            'posture' => self::posture($state['posture'] ?? null, $texts),
        ];
    }

    /**
     * @param array<string, mixed>|null $posture as ServiceState gives it
     * @param array<string, string>     $texts
     */
    private static function posture(?array $posture, array $texts): string
    {
        if ($posture === null) {
            return '';
        }
        if (isset($posture['total'])) {
            return sprintf($texts['posture_domains'], $posture['looked_at'], $posture['total']);
        }
        ['domain' => $domain, 'ok' => $ok, 'wrong' => $wrong, 'unknown' => $unknown] = $posture;
        return $posture['checked_at'] === null
            ? sprintf($texts['posture_first_look'], $domain)
            : sprintf(
                $texts['posture_domain'],
                $domain,
                self::minute($posture['checked_at']),
                $ok,
                $ok + $wrong + $unknown,
                $wrong,
                $unknown
            );
    }

    private static function minute(string $time): string
    {
        return gmdate('Y-m-d H:i', (int) strtotime($time)) . ' UTC';
    }

    /**
     * @param array<mixed>          $alert
     * @param array<string, string> $texts
     */
    private static function title(array $alert, array $texts): string
    {
        if ($alert['kind'] === 'domain_posture') {
            $check = (string) ($alert['evidence']['check'] ?? '');
            $name = self::CHECKS[$check] ?? $texts["check_$check"] ?? null;
            return $name === null ? (string) $alert['title'] : sprintf($texts['alert_domain_posture'], $name);
        }
        if ($alert['kind'] !== 'port') {
            // Kinds of later versions have their English title.
            return $texts['alert_' . $alert['kind']] ?? (string) $alert['title'];
        }
        foreach ($alert['facts'] as $fact) {
            if (preg_match('~^(\d+) \((TCP|UDP)\)$~D', $fact['value'], $port) === 1) {
                $name = strtolower("$port[1]/$port[2]");
                $isKnown = ($alert['evidence']['method'] ?? '') === 'probed';
                return sprintf($texts['alert_port'], $isKnown ? "$name ({$alert['evidence']['service']})" : $name);
            }
        }
        return (string) $alert['title'];
    }
}
