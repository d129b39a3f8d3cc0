export {
  /** What versions are judged by. */
  versionData,
} from './feeds.ts';
export {
  /** What services are made of, and what is known of the versions. */
  type JudgedComponent,
  judgeServices,
} from './judge-services.ts';
export {
  /** What is known of a component's version, as the API declares it. */
  shownVerdict,
  /** A verdict in the reader's language. */
  toShownVerdict,
} from './verdict-view.ts';
