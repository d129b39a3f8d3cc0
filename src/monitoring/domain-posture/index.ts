export {
  /** Moves the next look at every active domain of the account to now. */
  lookAtDomainsSoon,
} from './look-soon.ts';
export {
  /** Looks at a domain in a world. */
  type LookInWorld,
} from './look-worker.ts';
export {
  /** Without it records are written as everybody's. */
  forgetTemplate,
} from './record-template.ts';
