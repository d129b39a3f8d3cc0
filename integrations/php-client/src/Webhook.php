<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Checks webhooks (Standard Webhooks 1.0.0, HMAC-SHA256).
 */
final class Webhook
{
    /**
     * The event of a request, once its signature is found to be right. The same event may come again: do what it asks
     * for once by its id.
     *
     * @param string                $body             as it came: file_get_contents('php://input')
     * @param array<string, string> $headers          by name of whatever case: getallheaders(), or $_SERVER
     * @param string|list<string>   $secrets          `whsec_…`; both while it is being rotated
     * @param int                   $toleranceSeconds how far the clocks may differ
     *
     * @return array{id: string, type: string, timestamp: string, data: array<mixed>}
     *
     * @throws WebhookException when a header is missing, no signature fits, or the request is older than allowed
     */
    public static function verify(
        string $body,
        array $headers,
        $secrets,
        int $toleranceSeconds = 300,
        ?int $now = null
    ): array {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $signatures = explode(' ', self::header($headers, 'webhook-signature'));
        if (
            !ctype_digit($timestamp) || strlen($timestamp) > 12
            || abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds
        ) {
            throw new WebhookException('The webhook-timestamp is too far from the present time.');
        }
        foreach ((array) $secrets as $secret) {
            $signed = $id . '.' . $timestamp . '.' . $body;
            $expected = base64_encode(hash_hmac('sha256', $signed, self::key($secret), true));
            foreach ($signatures as $signature) {
                if (hash_equals('v1,' . $expected, $signature)) {
                    return self::event($id, $body);
                }
            }
        }
        throw new WebhookException('No signature of the request fits the secret.');
    }

    /**
     * @return array{id: string, type: string, timestamp: string, data: array<mixed>}
     */
    private static function event(string $id, string $body): array
    {
        $event = json_decode($body, true);
        if (!is_array($event) || !isset($event['type'], $event['timestamp'])) {
            throw new WebhookException('The body is no event.');
        }
        return [
            'id' => $id,
            'type' => $event['type'],
            'timestamp' => $event['timestamp'],
            'data' => $event['data'] ?? [],
        ];
    }

    /**
     * @param array<string, string> $headers
     */
    private static function header(array $headers, string $name): string
    {
        $asInServer = 'http_' . str_replace('-', '_', $name);
        foreach ($headers as $header => $value) {
            $lower = strtolower((string) $header);
            if (($lower === $name || $lower === $asInServer) && is_string($value) && $value !== '') {
                return $value;
            }
        }
        throw new WebhookException('The request has no ' . $name . '.');
    }

    private static function key(string $secret): string
    {
        $key = strncmp($secret, 'whsec_', 6) === 0 ? base64_decode(substr($secret, 6), true) : false;
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A webhook secret is whsec_ and Base64.');
        }
        return $key;
    }
}
