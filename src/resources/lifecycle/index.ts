export {
  /** Forgets when resources were in which state. */
  forgetStates,
  /** Which resources of a customer are meant. */
  type HandedOverResources,
  /** Gives what metered billing needs to the other customer. */
  handOverStates,
  /** A resource that is locked for a change of its customer. */
  type LockedResource,
  /** What a customer would give of a type, and what stands in its way at the other one, locked. */
  lockHandedOver,
  /** Gives resources to the other customer. */
  writeOwner,
} from './hand-over-resources.ts';
export {
  /** Takes resources to a state in which they are not scanned, with what follows from it. */
  leaveActive,
} from './leave-active.ts';
export {
  /**
   * Suspends, resumes or terminates a resource (contract, POST suspend, resume, terminate and those of domains).
   */
  changeResourceState,
  /** Takes a resource along its life cycle within the caller's transaction, with what follows from it. */
  moveResource,
} from './move-resource.ts';
export {
  /** Whether a service pays for what belongs to it by itself (decisions §3.2). */
  isPaidByService,
  /** Every resource of the customers that takes a place. */
  occupying,
  /** A resource that is not terminated. */
  type PresentResource,
  /** Every resource of the customers that is not terminated, whatever pays for it. */
  presentResources,
} from './occupying.ts';
export {
  /** Refuses what paid capacity does not cover. */
  requireRoom,
} from './require-room.ts';
export {
  /** The life cycle that all resources with paid capacity share. */
  type ResourceState,
  /** What moves a resource along its life cycle. */
  type ResourceTrigger,
  /** How notes and refusals speak of a kind of resource. */
  type ResourceWords,
  /** The one life cycle in the words of a type of resource. */
  resourceLifecycle,
  /** The state that a row is in. */
  resourceState,
} from './resource-lifecycle.ts';
export {
  /** A type of resource with paid capacity, as its one life cycle sees it. */
  type ResourceType,
} from './resource-type.ts';
export {
  /** The first day (UTC) of which it is still known when what was in which state. */
  stateHistoryBegin,
} from './state-history.ts';
export {
  /** Makes resources active, and puts those that may be scanned back into the schedule. */
  wake,
} from './wake.ts';
