<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * The API refused, or answered what it never answers.
 */
final class ApiException extends BreakwaterException
{
    /** @var int */
    private $status;

    /** @var string|null */
    private $problem;

    /** @var array<string, mixed> */
    private $details;

    /** @var string|null */
    private $docUrl;

    /** @var array<string, list<string>> */
    private $fields;

    /** @var int|null */
    private $retryAfterSeconds;

    /** @var string|null */
    private $requestId;

    public function __construct(Answer $answer)
    {
        $body = $answer->body();
        $error = is_array($body['error'] ?? null) ? $body['error'] : [];
        $message = $error['message'] ?? $body['message'] ?? null;
        $none = $answer->isSuccess()
            ? 'The server answered %d, but not as Breakwater does: check the address.'
            : 'The server answered %d without a reason.';
        parent::__construct(is_string($message) ? $message : sprintf($none, $answer->status()));
        $this->status = $answer->status();
        $this->problem = is_string($error['code'] ?? null) ? $error['code'] : null;
        $this->details = is_array($error['details'] ?? null) ? $error['details'] : [];
        $docUrl = $error['doc_url'] ?? $body['doc_url'] ?? null;
        $this->docUrl = is_string($docUrl) ? $docUrl : null;
        $this->fields = is_array($body['errors'] ?? null) ? $body['errors'] : [];
        $this->retryAfterSeconds = $answer->retryAfterSeconds();
        $this->requestId = $answer->header('x-request-id');
    }

    /** The status of the answer, such as 404. */
    public function status(): int
    {
        return $this->status;
    }

    /** The string code of the problem, such as `ENDPOINT_NOT_FOUND`; null where the operation answers by status only. */
    public function problem(): ?string
    {
        return $this->problem;
    }

    /**
     * What the problem is about, such as `current_usage` and `new_limit` of DOWNGRADE_USAGE_EXCEEDED.
     *
     * @return array<string, mixed>
     */
    public function details(): array
    {
        return $this->details;
    }

    /** Where the documentation explains the error, for staff; null where a proxy answered. */
    public function docUrl(): ?string
    {
        return $this->docUrl;
    }

    /**
     * What is wrong with the input, as sentences by field.
     *
     * @return array<string, list<string>>
     */
    public function fields(): array
    {
        return $this->fields;
    }

    /** After how many seconds to try again; null where the answer does not say. */
    public function retryAfterSeconds(): ?int
    {
        return $this->retryAfterSeconds;
    }

    /** To be named to support; null where a proxy answered. */
    public function requestId(): ?string
    {
        return $this->requestId;
    }
}
