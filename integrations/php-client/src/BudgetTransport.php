<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Sends so many requests a minute and no more, over all processes: what pages ask for is never what orders need.
 */
final class BudgetTransport implements Transport
{
    private const SECONDS = 60;

    /** @var Transport */
    private $transport;

    /** @var Cache */
    private $cache;

    /** @var int */
    private $most;

    public function __construct(Transport $transport, Cache $cache, int $most)
    {
        $this->transport = $transport;
        $this->cache = $cache;
        $this->most = $most;
    }

    public function send(
        string $method,
        string $url,
        #[\SensitiveParameter]
        array $headers,
        ?string $body
    ): Answer {
        if (!$this->cache->takes('pages', $this->most, self::SECONDS)) {
            throw new ConnectionException('Too many pages asked within a minute.');
        }
        return $this->transport->send($method, $url, $headers, $body);
    }
}
