<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Says to the staff of a hosting company what went wrong and what to do about it, in the words of their billing system.
 */
final class Explanation
{
    /** What customers are told of any failure, in English: the reason is nothing that they could mend. */
    public const FOR_CUSTOMERS = 'The security portal cannot be opened at the moment. '
        . 'Please try again in a few minutes.';

    /** What sentences call things where nobody says what the billing system calls them. */
    public const NAMES = [
        '{create}' => 'create the service',
        '{address}' => 'the address of the server',
        '{settings}' => 'the settings of the server',
        '{service}' => 'Service',
    ];

    /** What to do, by the code of the problem. */
    private const SENTENCES = [
        'TENANT_NOT_FOUND' => 'The API key is not valid: enter one that the console of the portal lists as valid.',
        'TENANT_MISMATCH' => 'The API key belongs to another portal domain: {address} has to be that of the portal '
            . 'domain that the key was made for.',
        'ACCOUNT_SUSPENDED' => 'The account at the monitoring service is suspended: contact its operator.',
        'SANDBOX_DISABLED' => 'Sandbox mode is off: switch it on in the console, or take it out of {settings}.',
        'ACCESS_DENIED' => 'This belongs to another customer, or is not for API keys: check whose the service is.',
        'INSUFFICIENT_ROLE' => 'This is not for API keys: sign in to the console to do it.',
        'ENDPOINT_LIMIT_EXCEEDED' => 'The plan of the customer has no room for another server: upgrade it, or end a '
            . 'server first.',
        'DOMAIN_LIMIT_EXCEEDED' => 'All domain slots of the customer are used: sell more slots, or end a domain first.',
        'ENDPOINT_NOT_FOUND' => 'The server of this service is not monitored any more: {create} to monitor it again.',
        'DOMAIN_NOT_FOUND' => 'The domain of this service is not monitored any more: {create} to monitor it again.',
        'PRODUCT_NOT_FOUND' => 'The monitoring service has no such product: check the settings of the product.',
        'BILLING_CLIENT_NOT_FOUND' => 'The monitoring service does not know this customer and service yet: {create} '
            . 'first.',
        'SUBSCRIPTION_NOT_FOUND' => 'The monitoring service has no subscription of this service: {create} first.',
        'CUSTOMER_NOT_FOUND' => 'The monitoring service does not know this customer yet: {create} first.',
        'DOMAIN_ALREADY_EXISTS' => 'The customer monitors this domain already.',
        'SUBSCRIPTION_NOT_CHANGEABLE' => 'The subscription is suspended or cancelled, so that it cannot be changed: '
            . 'unsuspend or create the service first.',
        'DNS_RESOLUTION_FAILED' => 'The host name leads to no address that can be monitored: enter an IP address.',
        'DNS_LOOKUP_FAILED' => 'Name servers did not answer, nothing was changed: try again in a few minutes.',
        'ENDPOINT_NOT_ACTIVE' => 'The server is paused or ended, so that it cannot be scanned: unsuspend the service '
            . 'first.',
        'SCAN_DISPATCH_FAILED' => 'The scan could not be queued: try again.',
        'SERVICE_BUSY' => 'The monitoring service is busy with other requests of this account: try again in a moment.',
        'SCANNING_UNAVAILABLE' => 'Scans are not available at the moment: try again in a few minutes.',
        'INTERNAL_ERROR' => 'Something went wrong at the monitoring service: it is safe to try again. If it goes on, '
            . 'tell its operator the request ID.',
    ];

    /** The same, for answers that have no code. */
    private const BY_STATUS = [
        401 => self::SENTENCES['TENANT_NOT_FOUND'],
        404 => 'The monitoring service does not know this record: check {address}.',
        405 => 'The monitoring service does not know this operation: update the module.',
        409 => 'The same request is still being worked on: try again in a minute.',
        413 => 'The request was too large for the monitoring service.',
    ];

    /**
     * One line: what happened, what to do, and what to name to support. It never has the API key in it.
     *
     * @param array<string, string> $names what the billing system calls what NAMES names
     */
    public static function of(BreakwaterException $failure, array $names = []): string
    {
        return strtr(self::sentenceOf($failure), $names + self::NAMES);
    }

    private static function sentenceOf(BreakwaterException $failure): string
    {
        if ($failure instanceof ApiException) {
            return self::ofAnswer($failure);
        }
        if ($failure instanceof ConnectionException) {
            return self::sentence($failure->getMessage()) . ' It is safe to try again.';
        }
        return self::sentence($failure->getMessage());
    }

    private static function ofAnswer(ApiException $refused): string
    {
        $parts = array_filter([
            $refused->problem() ?? 'status ' . $refused->status(),
            $refused->requestId() === null ? null : 'request ID ' . self::line($refused->requestId()),
        ]);
        return self::cause($refused) . ' (' . implode(', ', $parts) . ')';
    }

    private static function cause(ApiException $refused): string
    {
        $problem = $refused->problem();
        $status = $refused->status();
        if ($problem === 'DOWNGRADE_USAGE_EXCEEDED') {
            return self::downgrade($refused->details());
        }
        if ($refused->fields() !== []) {
            return self::fields($refused->fields());
        }
        if ($status === 429) {
            return self::pause($refused);
        }
        if ($problem !== null && isset(self::SENTENCES[$problem])) {
            return self::SENTENCES[$problem];
        }
        if ($problem === null && $status >= 500) {
            return sprintf('The monitoring service answered %d: it is safe to try again.', $status);
        }
        return $problem === null && isset(self::BY_STATUS[$status])
            ? self::BY_STATUS[$status]
            : self::sentence($refused->getMessage());
    }

    /**
     * @param array<string, mixed> $details
     */
    private static function downgrade(array $details): string
    {
        $used = $details['current_usage'] ?? null;
        $allowed = $details['new_limit'] ?? null;
        if (!is_int($used) || !is_int($allowed)) {
            return 'The customer uses more than the new plan or quantity allows: nothing was changed.';
        }
        return sprintf(
            'The customer uses %d, and the new plan or quantity allows %d: nothing was changed. At least %d must be '
            . 'removed in the portal first.',
            $used,
            $allowed,
            $used - $allowed
        );
    }

    /**
     * @param array<string, list<string>> $fields
     */
    private static function fields(array $fields): string
    {
        $sentences = [];
        foreach ($fields as $problems) {
            foreach ((array) $problems as $problem) {
                $sentences[] = self::sentence((string) $problem);
            }
        }
        $shown = implode(' ', array_slice($sentences, 0, 3));
        $more = count($sentences) - 3;
        return $more > 0 ? sprintf('%s And %d more.', $shown, $more) : $shown;
    }

    private static function pause(ApiException $refused): string
    {
        $seconds = $refused->retryAfterSeconds();
        $when = $seconds === null ? 'later' : sprintf('in %d seconds', max(1, $seconds));
        $reason = $refused->problem() === 'RATE_LIMITED'
            ? 'The server was scanned a moment ago'
            : 'The monitoring service was asked too often';
        return sprintf('%s: nothing was changed, try again %s.', $reason, $when);
    }

    private static function sentence(string $text): string
    {
        $line = self::line($text);
        return preg_match('~[.!?]$~D', $line) === 1 ? $line : $line . '.';
    }

    /** What an answer says, as one line of bounded length. */
    private static function line(string $text): string
    {
        $line = trim((string) preg_replace('~[\x00-\x20\x7f]+~', ' ', $text));
        return strlen($line) > 400 ? (string) preg_replace('~[\x80-\xff]+$~D', '', substr($line, 0, 399)) . '…' : $line;
    }
}
