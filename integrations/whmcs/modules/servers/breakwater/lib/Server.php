<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Client;
use Breakwater\CurlTransport;
use Breakwater\OrderException;

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
            throw new OrderException('The server is reached without SSL: switch on “Use SSL Mode for Connections”.');
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

    /** For what staff or a queue wait for. */
    public function client(string $action): Client
    {
        return $this->connect($action, 15.0, 5.0, ['attempts' => 2, 'maxWaitSeconds' => 10]);
    }

    /** Whether everything happens in the account's sandbox. */
    public function isSandbox(): bool
    {
        return $this->isSandbox;
    }

    /** For a page that a customer waits for: it fails soon, and is not tried again. */
    public function clientForPages(string $action): Client
    {
        return $this->connect($action, 3.0, 2.0, ['attempts' => 1]);
    }

    /** For jobs that nobody waits for: they wait until the limit of requests lets them go on. */
    public function clientForJobs(string $action): Client
    {
        return $this->connect($action, 60.0, 5.0, ['attempts' => 3, 'maxWaitSeconds' => 60]);
    }

    /**
     * @param array<string, int> $options
     */
    private function connect(string $action, float $seconds, float $connectSeconds, array $options): Client
    {
        $curl = new CurlTransport($seconds, $connectSeconds);
        $transport = new LoggedTransport($curl, $action, self::spellings($this->apiKey));
        $options['userAgent'] = Module::NAME . '-whmcs/' . Module::VERSION . ' PHP/' . PHP_VERSION;
        $client = new Client($this->url, $this->apiKey, $options, $transport);
        return $this->isSandbox ? $client->inSandbox() : $client;
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
