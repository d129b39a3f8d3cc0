<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * An answer of the API.
 */
final class Answer
{
    /** @var int */
    private $status;

    /** @var array<string, string> */
    private $headers;

    /** @var array<mixed> */
    private $body;

    /** @var bool */
    private $isOfApi;

    /**
     * @param array<string, string> $headers by name in lower case
     * @param string                $text    JSON; what is none, such as a page of a proxy, has no fields
     */
    public function __construct(int $status, array $headers, string $text)
    {
        $this->status = $status;
        $this->headers = $headers;
        $body = json_decode($text, true);
        $this->body = is_array($body) ? $body : [];
        $this->isOfApi = is_array($body) || ($status === 204 && $text === '');
    }

    public function status(): int
    {
        return $this->status;
    }

    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** Whether it has the form of the API's answers: a website that answers every path has another one. */
    public function isOfApi(): bool
    {
        return $this->isOfApi;
    }

    /**
     * The JSON, objects as arrays by name.
     *
     * @return array<mixed>
     */
    public function body(): array
    {
        return $this->body;
    }

    /**
     * @param string $name in lower case
     */
    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** What `Retry-After` says, as seconds or as a date; null where it is missing or neither. */
    public function retryAfterSeconds(): ?int
    {
        $text = $this->header('retry-after');
        if ($text === null) {
            return null;
        }
        if (ctype_digit($text)) {
            return (int) $text;
        }
        $instant = strtotime($text);
        return $instant === false ? null : max(0, $instant - time());
    }
}
