<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * A client of the API of one portal domain. Every operation of the API document can be called by get, post, put and
 * delete; what a billing system needs most has a method of its own.
 *
 * Answers are the JSON as arrays; what is no success is thrown as an ApiException.
 */
final class Client
{
    public const VERSION = '1.0.0';

    /** What one call of sync-services takes. */
    private const SYNC_BATCH = 500;

    /** Between two looks whether an Idempotency-Key is free again, at least. */
    private const KEY_WAIT_SECONDS = 1;

    /** How many services are asked for at once. */
    private const USAGE_PAGE = 1000;

    /** The answer is a secret that is not kept, so that there is no key: what was lost on the way may have been done. */
    private const KEYLESS_OPERATION = '~^POST /(sso/token|webhooks|webhooks/[^/]+/rotate-secret)$~';

    /** Names that say whose data is meant: what a query leaves open of one of them is never everybody's. */
    private const SCOPES = [
        'billing_customer_id',
        'client_id',
        'endpoint_id',
        'domain_id',
        'monitored_domain_id',
        'service_id',
    ];

    /** @var string */
    private $baseUrl;

    /** @var string */
    private $apiKey;

    /** @var array{attempts: int, maxWaitSeconds: int, userAgent: string, sleep: callable(float): void} */
    private $options;

    /** @var Transport */
    private $transport;

    /** @var bool */
    private $isSandbox = false;

    /** @var array{limit: int, remaining: int}|null */
    private $rateLimit;

    /**
     * @param string $baseUrl where the portal domain answers, such as https://security.example.com
     * @param array{attempts?: int, maxWaitSeconds?: int, userAgent?: string, sleep?: callable(float): void} $options
     *     attempts: how often a request is sent at most (2); maxWaitSeconds: a server that asks to wait longer is not
     *     waited for (60, which is the longest that the limit of requests asks for); sleep: how it is waited
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter]
        string $apiKey,
        array $options = [],
        ?Transport $transport = null
    ) {
        // Blanks come with what is pasted.
        $baseUrl = trim($baseUrl);
        $apiKey = trim($apiKey);
        if (preg_match('~^https?://[^/?#@\s]+/?$~D', $baseUrl) !== 1) {
            $example = 'https://security.example.com';
            throw new \InvalidArgumentException("The address must be that of a portal domain, such as $example.");
        }
        if (preg_match('~^[\x21-\x7e]+$~D', $apiKey) !== 1) {
            throw new \InvalidArgumentException('The API key is missing, or has characters that no key has.');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->apiKey = $apiKey;
        $this->options = $options + [
            'attempts' => 2,
            'maxWaitSeconds' => 60,
            'userAgent' => 'breakwater-php/' . self::VERSION,
            'sleep' => static function (float $seconds): void {
                usleep((int) ($seconds * 1000000));
            },
        ];
        $this->transport = $transport ?? new CurlTransport();
    }

    /**
     * What var_dump and print_r show: never the key.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'isSandbox' => $this->isSandbox, 'rateLimit' => $this->rateLimit];
    }

    /** A key does not belong into sessions and caches. */
    public function __serialize(): array
    {
        throw new \LogicException('A client is not serialised: it has the API key in it.');
    }

    /** The same client in the account's sandbox, which has to be switched on. */
    public function inSandbox(): self
    {
        $client = clone $this;
        $client->isSandbox = true;
        return $client;
    }

    /**
     * How many requests the key had left in the minute of the last answer; null before the first one.
     *
     * @return array{limit: int, remaining: int}|null
     */
    public function rateLimit(): ?array
    {
        return $this->rateLimit;
    }

    /**
     * @param array<string, mixed> $query what is null is left out
     *
     * @return array<mixed>
     *
     * @throws BreakwaterException
     * @throws \InvalidArgumentException when a name that says whose data is meant is null, such as billing_customer_id
     */
    public function get(string $path, array $query = []): array
    {
        return $this->call('GET', $path, $query, null, null);
    }

    /**
     * @param array<string, mixed> $fields
     * @param string|null          $idempotencyKey one of the caller's own, to hold it over a restart; never the same
     *     for ever: answers are kept for 24 hours. Left out: a fresh one, for the repeats of this call
     *
     * @return array<mixed>
     *
     * @throws BreakwaterException
     */
    public function post(string $path, array $fields = [], ?string $idempotencyKey = null): array
    {
        return $this->call('POST', $path, [], $fields, $idempotencyKey);
    }

    /**
     * @param array<string, mixed> $fields
     *
     * @return array<mixed>
     *
     * @throws BreakwaterException
     */
    public function put(string $path, array $fields, ?string $idempotencyKey = null): array
    {
        return $this->call('PUT', $path, [], $fields, $idempotencyKey);
    }

    /**
     * @param array<string, mixed> $query as get() takes it
     *
     * @return array<mixed>
     *
     * @throws BreakwaterException
     */
    public function delete(string $path, array $query = [], ?string $idempotencyKey = null): array
    {
        return $this->call('DELETE', $path, $query, null, $idempotencyKey);
    }

    /**
     * Every item of a list; a page is asked for when the one before has been gone through.
     *
     * @param string               $items the field of a page that has them, such as `alerts`; any name where they are
     *     its `data` itself
     * @param array<string, mixed> $query
     *
     * @return \Generator<int, array<mixed>>
     *
     * @throws BreakwaterException also when the list says that more is left and gives no way to it: what was given is
     *     not all
     */
    public function each(string $path, string $items, array $query = []): \Generator
    {
        $given = 0;
        do {
            $page = $this->get($path, $query);
            $data = $page['data'] ?? [];
            $all = $data[$items] ?? $data;
            foreach ($all as $item) {
                yield $item;
            }
            $given += count($all);
            $cursor = $this->cursorBehind($path, $page, $given);
            if ($cursor !== null && $cursor === ($query['cursor'] ?? null)) {
                throw new BreakwaterException("The list $path gave the same page again.");
            }
            $query['cursor'] = $cursor;
        } while ($cursor !== null);
    }

    /**
     * @param array<mixed> $page
     * @param int          $given how many items there were so far
     *
     * @return string|null null: there is no more
     */
    private function cursorBehind(string $path, array $page, int $given): ?string
    {
        $place = array_merge($page['data'] ?? [], $page['meta'] ?? []);
        $hasMore = $place['has_more'] ?? null;
        if ($hasMore === false) {
            // A log has a cursor behind its last page, too, to go on from later.
            return null;
        }
        if (isset($place['next_cursor'])) {
            return $place['next_cursor'];
        }
        $isUntold = !array_key_exists('next_cursor', $place) && $given < ($place['total'] ?? 0);
        if ($hasMore === true || isset($page['links']['next']) || $isUntold) {
            throw new BreakwaterException(
                "The list $path says that there is more behind $given items, and gives no way to it."
            );
        }
        return null;
    }

    /**
     * The account: partner, portal domain, sandbox, limits. For the test of a connection.
     *
     * @return array<mixed>
     *
     * @throws BreakwaterException
     */
    public function account(): array
    {
        return $this->get('/account')['data'];
    }

    /**
     * A link that signs a customer in, once, within a minute: send the browser there at once.
     *
     * @param array{client_id: int, client_name?: string, client_email?: string, redirect_path?: string} $fields
     *
     * @throws BreakwaterException
     */
    public function signInUrl(array $fields): string
    {
        return $this->post('/sso/token', $fields)['data']['redirect_url'];
    }

    /**
     * Tells what the billing system knows of services, in as many calls as it takes.
     *
     * @param list<array{service_id: int, client_id: int, product_slug: string, status: string}> $services
     *
     * @return list<array<mixed>> the answer to each call
     *
     * @throws BreakwaterException
     */
    public function syncServices(array $services, ?string $moduleVersion = null): array
    {
        $answers = [];
        foreach (array_chunk($services, self::SYNC_BATCH) as $batch) {
            $fields = ['services' => $batch];
            if ($moduleVersion !== null) {
                $fields['module_version'] = $moduleVersion;
            }
            $answers[] = $this->post('/billing/sync-services', $fields)['data'];
        }
        return $answers;
    }

    /**
     * What services used from one day to the day before another, for metered billing.
     *
     * @param string   $from     UTC, as 2026-11-01
     * @param string   $to       UTC, exclusive
     * @param int|null $clientId of one customer; left out, not null: of all
     *
     * @return list<array<mixed>>
     *
     * @throws BreakwaterException
     */
    public function usage(string $from, string $to, ?int $clientId = null): array
    {
        $query = ['from' => $from, 'to' => $to, 'limit' => self::USAGE_PAGE];
        if (func_num_args() > 2) {
            $query['billing_customer_id'] = $clientId;
        }
        return iterator_to_array($this->each('/usage', 'services', $query), false);
    }

    /**
     * @param array<string, mixed>      $query
     * @param array<string, mixed>|null $fields
     *
     * @return array<mixed>
     */
    private function call(string $method, string $path, array $query, ?array $fields, ?string $key): array
    {
        foreach ($query as $name => $value) {
            if ($value === null && in_array($name, self::SCOPES, true)) {
                throw new \InvalidArgumentException(
                    "$name is null: it says whose data is meant. Leave the name out where everybody's is."
                );
            }
        }
        $query = array_filter($query, static function ($value): bool {
            return $value !== null;
        });
        $url = $this->baseUrl . '/api/v1' . $path;
        if ($query !== []) {
            $url .= '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        }
        $headers = [
            'Authorization' => 'Bearer ' . $this->apiKey,
            'Accept' => 'application/json',
            'User-Agent' => $this->options['userAgent'],
        ];
        if ($this->isSandbox) {
            $headers['X-Service-Sandbox'] = 'true';
        }
        $takesKey = $method !== 'GET' && preg_match(self::KEYLESS_OPERATION, "$method $path") !== 1;
        if ($takesKey) {
            $key = $key ?? bin2hex(random_bytes(16));
            if (preg_match('~^[\x20-\x7e]{1,255}$~D', $key) !== 1) {
                throw new \InvalidArgumentException('An Idempotency-Key is printable ASCII, 255 characters at most.');
            }
            $headers['Idempotency-Key'] = $key;
        }
        $body = null;
        if ($fields !== null) {
            $headers['Content-Type'] = 'application/json';
            // An empty list would be no object.
            $body = json_encode((object) $fields, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        }
        $answer = $this->sendRepeatedly($method, $url, $headers, $body, $takesKey || $method === 'GET');
        if (!$answer->isSuccess() || !$answer->isOfApi()) {
            throw new ApiException($answer);
        }
        return $answer->body();
    }

    /**
     * @param array<string, string> $headers
     * @param bool                  $isRepeatable whether it is executed once however often it is sent
     */
    private function sendRepeatedly(
        string $method,
        string $url,
        #[\SensitiveParameter]
        array $headers,
        ?string $body,
        bool $isRepeatable
    ): Answer {
        $waitedForKey = 0;
        for ($attempt = 1;; $attempt++) {
            $isLast = $attempt >= $this->options['attempts'];
            $seconds = 2 ** ($attempt - 1) * mt_rand(250, 750) / 1000;
            try {
                $answer = $this->transport->send($method, $url, $headers, $body);
                $this->noteRateLimit($answer);
                $repeated = $isRepeatable ? [429, 500, 502, 503, 504] : [429, 503];
                $seconds = $answer->retryAfterSeconds() ?? $seconds;
                if ($this->options['attempts'] > 1 && $this->isKeyInUse($answer)) {
                    $seconds = max($seconds, self::KEY_WAIT_SECONDS);
                    $waitedForKey += $seconds;
                    if ($waitedForKey > $this->options['maxWaitSeconds']) {
                        return $answer;
                    }
                    // It was not executed again, so it is no attempt.
                    $attempt--;
                    $this->options['sleep']($seconds);
                    continue;
                }
                $isWaitedFor = $seconds <= $this->options['maxWaitSeconds'];
                if ($isLast || !$isWaitedFor || !in_array($answer->status(), $repeated, true)) {
                    return $answer;
                }
            } catch (ConnectionException $lost) {
                if ($isLast || !$isRepeatable) {
                    throw $lost;
                }
            }
            $this->options['sleep']($seconds);
        }
    }

    /** Whether the request is at work under its key, or its process died: the key is free again within a minute. */
    private function isKeyInUse(Answer $answer): bool
    {
        return $answer->status() === 409 && ($answer->body()['error']['code'] ?? null) === 'IDEMPOTENCY_KEY_IN_USE';
    }

    private function noteRateLimit(Answer $answer): void
    {
        $limit = $answer->header('x-ratelimit-limit');
        $remaining = $answer->header('x-ratelimit-remaining');
        if ($limit !== null && $remaining !== null) {
            $this->rateLimit = ['limit' => (int) $limit, 'remaining' => (int) $remaining];
        }
    }
}
