export {
  /** The streams of this process; they end with their sessions. */
  LiveStreams,
} from './live-streams.ts';
export {
  /** `GET /portal/stream`, for the pages of customers. */
  addLiveUpdates,
} from './stream-route.ts';
