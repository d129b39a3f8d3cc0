export { ApiError, answered, rateLimitOf, retryAfterSeconds } from './answers.ts';
export * from './api.ts';
export { type ApiClient, type ClientOptions, createClient } from './client.ts';
export { each, type NextPage, type Page } from './pages.ts';
export { type RetryOptions, withRetries } from './retries.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookRequest } from './webhooks.ts';
