import type { ProblemCode } from '../../core/api/problems.ts';

/**
 * The life cycle that all resources with paid capacity share: endpoints and monitored domains (contract, States). `quota_paused`
 * is paused by the platform because paid capacity does not cover it.
 */
export type ResourceState = 'active' | 'paused' | 'quota_paused' | 'terminated';
/** The state as rows and answers have it: `quota_paused` is a mark beside it. */
export type ResourceStatus = Exclude<ResourceState, 'quota_paused'>;
/** What moves a resource along its life cycle. */
export type ResourceTrigger = 'suspend' | 'resume' | 'terminate' | 'restore';

export type ResourceMove =
  | { readonly kind: 'change'; readonly to: ResourceState }
  /** Already there: success with a note, and not a byte changes. */
  | { readonly kind: 'repeat'; readonly note: string }
  | { readonly kind: 'refuse'; readonly code: ProblemCode };

export type ResourceLifecycle = Readonly<Record<ResourceState, Readonly<Record<ResourceTrigger, ResourceMove>>>>;

/** How notes and refusals speak of a kind of resource. */
export interface ResourceWords {
  /** As in `The endpoint is already paused.` */
  readonly name: string;
  /** What a customer monitors, as in `This address is already monitored`. */
  readonly monitored: string;
  readonly absent: ProblemCode;
}

/** The one life cycle in the words of a type of resource. */
export function resourceLifecycle(words: ResourceWords): ResourceLifecycle {
  const change = (to: ResourceState): ResourceMove => ({ kind: 'change', to });
  const repeat = (note: string): ResourceMove => ({ kind: 'repeat', note });
  const already = (state: string) => repeat(`The ${words.name} is already ${state}.`);
  const absent: ResourceMove = { kind: 'refuse', code: words.absent };
  const monitored = `This ${words.monitored} is already monitored for the customer`;
  return {
    active: {
      suspend: change('paused'),
      resume: already('active'),
      terminate: change('terminated'),
      restore: repeat(`${monitored}.`),
    },
    paused: {
      suspend: already('paused'),
      resume: change('active'),
      terminate: change('terminated'),
      restore: repeat(`${monitored}; it is paused.`),
    },
    quota_paused: {
      // From now on paused by hand: it does not come back by itself when capacity does.
      suspend: change('paused'),
      resume: change('active'),
      terminate: change('terminated'),
      restore: repeat(`${monitored}; it is paused.`),
    },
    terminated: {
      suspend: absent,
      resume: absent,
      terminate: already('terminated'),
      restore: change('active'),
    },
  };
}

/** The state that a row is in. */
export function resourceState(resource: {
  readonly status: ResourceStatus;
  readonly quota_paused: boolean;
}): ResourceState {
  return resource.quota_paused ? 'quota_paused' : resource.status;
}

export function statusOf(state: ResourceState): ResourceStatus {
  return state === 'quota_paused' ? 'paused' : state;
}
