<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Connection;
use Breakwater\OrderException;
use Breakwater\Transport;

/**
 * A server record of WHMCS: a portal domain and its API key.
 */
final class Server
{
    private string $url;
    private string $apiKey;
    private bool $isSandbox;

    private function __construct(string $url, string $apiKey, bool $isSandbox)
    {
        $this->url = $url;
        $this->apiKey = $apiKey;
        $this->isSandbox = $isSandbox;
    }

    /**
     * @param array<string, mixed> $params the server's keys of what WHMCS gives to every function
     *
     * @throws OrderException when something is missing
     */
    public static function of(array $params): self
    {
        $host = strtolower(self::text($params, 'serverhostname') ?: self::text($params, 'serverip'));
        $key = self::keyOf($params);
        if ($host === '') {
            throw new OrderException('No server is chosen, or it has no host name: enter the portal domain as its host '
                . 'name, and choose it in the module settings of the product.');
        }
        if ($key === '') {
            throw new OrderException('The server has no API key: enter it as the access hash of the server.');
        }
        $isSecure = !array_key_exists('serversecure', $params) || self::isOn($params['serversecure']);
        if (!$isSecure && !in_array($host, ['localhost', '127.0.0.1'], true)) {
            // The key must not be sent in the clear.
            throw new OrderException('The server is reached without SSL: switch on “Use SSL Mode for Connections”. An '
                . 'evaluation without a certificate is reached from its own machine only, as “localhost”.');
        }
        $port = (int) self::text($params, 'serverport');
        $suffix = $port === 0 || $port === ($isSecure ? 443 : 80) ? '' : ":$port";
        $isSandbox = strtolower(self::text($params, 'serverusername')) === 'sandbox';
        return new self(($isSecure ? 'https://' : 'http://') . $host . $suffix, $key, $isSandbox);
    }

    /**
     * @param object $row of tblservers
     *
     * @throws OrderException
     */
    public static function ofRecord(object $row): self
    {
        return self::of([
            'serverhostname' => $row->hostname ?? '',
            'serverip' => $row->ipaddress ?? '',
            'serverusername' => $row->username ?? '',
            'serverpassword' => function_exists('decrypt') ? decrypt($row->password ?? '') : '',
            'serveraccesshash' => $row->accesshash ?? '',
            'serversecure' => $row->secure ?? '',
            'serverport' => $row->port ?? '',
        ]);
    }

    /**
     * What of these parameters must not be shown to anybody.
     *
     * @param array<string, mixed> $params
     *
     * @return list<string>
     */
    public static function secretsOf(array $params): array
    {
        return self::spellings(self::keyOf($params));
    }

    /** Where the portal is, without a slash behind it. */
    public function url(): string
    {
        return $this->url;
    }

    /** Whether everything happens in the account's sandbox. */
    public function isSandbox(): bool
    {
        return $this->isSandbox;
    }

    /** Requests are written to the module log under the name of an action. */
    public function connection(string $action): Connection
    {
        $secrets = self::spellings($this->apiKey);
        return new Connection($this->url, $this->apiKey, [
            'sandbox' => $this->isSandbox,
            'userAgent' => Module::NAME . '-whmcs/' . Module::VERSION . ' PHP/' . PHP_VERSION,
            'through' => static function (Transport $transport) use ($action, $secrets): Transport {
                return new LoggedTransport($transport, $action, $secrets);
            },
        ]);
    }

    /**
     * @param array<string, mixed> $params
     */
    private static function keyOf(array $params): string
    {
        return self::text($params, 'serveraccesshash') ?: self::text($params, 'serverpassword');
    }

    /**
     * @return list<string>
     */
    private static function spellings(string $key): array
    {
        return array_values(array_unique([$key, rawurlencode($key), base64_encode($key)]));
    }

    /**
     * @param array<string, mixed> $params
     */
    private static function text(array $params, string $name): string
    {
        $value = $params[$name] ?? '';
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /**
     * @param mixed $value as WHMCS has it in parameters and in its tables
     */
    private static function isOn($value): bool
    {
        return in_array($value, [true, 1, '1', 'on', 'true'], true);
    }
}
