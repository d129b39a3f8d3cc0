<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * How a request is sent, once.
 */
interface Transport
{
    /**
     * @param array<string, string> $headers
     * @param string|null           $body    JSON
     *
     * @throws ConnectionException when no answer came
     */
    public function send(string $method, string $url, array $headers, ?string $body): Answer;
}
