<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * A portal domain and its API key, with a client for each kind of waiting. Pages can never use up what orders need: an
 * API key has 60 requests a minute for both.
 */
final class Connection
{
    /** What pages ask in a minute at most. */
    private const PAGES_PER_MINUTE = 30;

    /** @var string */
    private $url;

    /** @var string */
    private $apiKey;

    /** @var array{sandbox: bool, userAgent: string, directory: string, through: callable(Transport): Transport} */
    private $options;

    /** @var Cache|null */
    private $cache;

    /**
     * @param array{sandbox?: bool, userAgent?: string, directory?: string, through?: callable(Transport): Transport}
     *     $options sandbox: the account's; directory: where files may be kept, by default that of temporary ones;
     *     through: what requests go through, such as a log
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter]
        string $apiKey,
        array $options = []
    ) {
        $this->url = $url;
        $this->apiKey = $apiKey;
        $this->options = $options + [
            'sandbox' => false,
            'userAgent' => 'breakwater-php/' . Client::VERSION,
            'directory' => sys_get_temp_dir(),
            'through' => static function (Transport $transport): Transport {
                return $transport;
            },
        ];
    }

    /**
     * What var_dump and print_r show: never the key.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['url' => $this->url];
    }

    /** For orders: the limit of requests is waited for, so that none fails by it. */
    public function forOrders(): Client
    {
        return $this->client(new CurlTransport(), []);
    }

    /** For jobs that nobody waits for. */
    public function forJobs(): Client
    {
        return $this->client(new CurlTransport(60.0), ['attempts' => 3]);
    }

    /** For pages of staff, who wait: it fails soon, and is not tried again. */
    public function forStaff(): Client
    {
        return $this->client(new CurlTransport(3.0, 2.0), ['attempts' => 1]);
    }

    /** For pages of customers and the cart: like that of staff, and so often a minute and no more. */
    public function forPages(): Client
    {
        $transport = new BudgetTransport(new CurlTransport(3.0, 2.0), $this->cache(), self::PAGES_PER_MINUTE);
        return $this->client($transport, ['attempts' => 1]);
    }

    /** What is remembered of this account, and of its sandbox apart. */
    public function cache(): Cache
    {
        if ($this->cache === null) {
            $account = hash_hmac('sha256', $this->url . ' ' . (int) $this->options['sandbox'], $this->apiKey);
            // A name that says nothing: the directory may be everybody's.
            $this->cache = new Cache($this->options['directory'] . '/state-' . substr($account, 0, 32));
        }
        return $this->cache;
    }

    /**
     * @param array<string, mixed> $options
     */
    private function client(Transport $transport, array $options): Client
    {
        $options += ['userAgent' => $this->options['userAgent']];
        $client = new Client($this->url, $this->apiKey, $options, ($this->options['through'])($transport));
        return $this->options['sandbox'] ? $client->inSandbox() : $client;
    }
}
