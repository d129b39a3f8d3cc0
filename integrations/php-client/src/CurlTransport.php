<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Sends by curl: certificates are checked, redirects are not followed.
 */
final class CurlTransport implements Transport
{
    /** An answer that is larger is not one of the API. */
    private const MAX_BYTES = 33554432;

    /** @var float */
    private $timeoutSeconds;

    /** @var float */
    private $connectSeconds;

    /**
     * @param float $timeoutSeconds for a whole request; 3 for a page that a customer waits for
     * @param float $connectSeconds for the connection
     */
    public function __construct(float $timeoutSeconds = 15.0, float $connectSeconds = 5.0)
    {
        $this->timeoutSeconds = $timeoutSeconds;
        $this->connectSeconds = $connectSeconds;
    }

    public function send(
        string $method,
        string $url,
        #[\SensitiveParameter]
        array $headers,
        ?string $body
    ): Answer {
        $answered = [];
        $text = '';
        $lines = [];
        foreach ($headers as $name => $value) {
            $lines[] = $name . ': ' . $value;
        }
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_TIMEOUT_MS => (int) ($this->timeoutSeconds * 1000),
            CURLOPT_CONNECTTIMEOUT_MS => (int) ($this->connectSeconds * 1000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_ENCODING => '',
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$answered): int {
                if (strncmp($line, 'HTTP/', 5) === 0) {
                    // What a proxy said before, or an interim answer, is none of the answer.
                    $answered = [];
                }
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $answered[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($curl, string $part) use (&$text): int {
                $text .= $part;
                return strlen($text) > self::MAX_BYTES ? 0 : strlen($part);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        $succeeded = curl_exec($curl);
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $error = curl_error($curl);
        unset($curl);
        if ($succeeded === false) {
            throw new ConnectionException('Breakwater could not be reached: ' . $error);
        }
        return new Answer($status, $answered, $text);
    }
}
