import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProblemCode } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Absolute base of links in answers, without a trailing slash: PUBLIC_URL, or as the request was addressed. */
    readonly baseUrl: string;
  }
}

/** `doc_url` of an error. */
export const docUrlField = z.url().meta({ description: 'What the error means, and what to do about it.' });

/**
 * Where the documentation explains an error.
 * @param about the problem; the status of an answer that has no code
 */
export function docUrl({ baseUrl }: Pick<FastifyRequest, 'baseUrl'>, about: ProblemCode | number): string {
  return `${baseUrl}/docs/errors#${String(about).toLowerCase()}`;
}
