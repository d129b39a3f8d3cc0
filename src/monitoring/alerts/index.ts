export {
  /** How one path speaks of an action. */
  type ActionWords,
  /** What a group of paths to alerts has in common. */
  type AlertView,
  /** The routes by which people act on alerts, as one view of them puts it. */
  alertActions,
} from './alert-actions.ts';
export {
  /** A live alert whose cause has ended. */
  type AlertEnd,
  /** One line of what was seen. */
  type AlertFact,
  /** What alerts of a kind are about, how they are told, and what ends them. */
  type AlertKind,
  /** How to end the cause of an alert by commands. */
  type AlertRemediation,
  /** What a look at a resource means for its alerts of one kind. */
  type Judgement,
  /** An alert that still speaks for its cause, whatever a person said of it. */
  type LiveAlert,
  /** Why an alert was resolved. */
  type Resolution,
  /** A cause that a look saw. */
  type Sighting,
} from './alert-kind.ts';
export {
  /** One page of the alerts that match, as the query asks for it, and what is answered beside them. */
  alertPage,
  /** What every such list answers beside the alerts. */
  alertPageFields,
  /** What every list of alerts by cursor is asked. */
  alertPageQuery,
} from './alert-page.ts';
export {
  /** An alert with what identifies its customer and what it is about. */
  type AlertRecord,
  /** Which alerts a read is about. */
  type AlertScope,
  /** Alerts with their resources and customers. */
  alertRecords,
  /** One alert. */
  getAlert,
  /** Many alerts, with their customers, their resources and themselves locked. */
  lockAlerts,
  /** Which server or domain an alert is about, as a message names it. */
  subjectNameOf,
} from './alert-record.ts';
export {
  /** An alert that was ended. */
  type EndedAlert,
  /** Ends exactly the live alerts that match. */
  endAlertsWhere,
} from './end-alerts.ts';
export {
  /** Where an alert stands. */
  type AlertState,
  /** What a trigger does to an alert in a state. */
  alertMove,
  /** Every state, as the API lists them. */
  alertStatuses,
} from './lifecycle.ts';
export {
  /** What silences alerts for a time does so for a year at most. */
  requireWithinAYear,
} from './limited-time.ts';
export {
  /** The most urgent open alerts of one kind of an endpoint, for its detail. */
  mostUrgentAlerts,
} from './list-alerts.ts';
export {
  /** Counters of alerts raised and resolved by port scans. */
  type AlertMetrics,
} from './metrics.ts';
export {
  /** What became of one alert of many. */
  type AlertOutcome,
  /** Outcomes in the order of the ids, with one for each that is absent. */
  inOrder,
  /** Takes many alerts along their life cycle on a person's word, in one transaction. */
  moveAlerts,
} from './move-alerts.ts';
export {
  /** What ended an alert, as a sentence. */
  howItEnded,
  /** An explanation, which of an alert that is over begins with until when it was so, and what ended it. */
  inPastTense,
} from './past-tense.ts';
export {
  /** Whether anybody could want to hear of it. */
  isChange,
  /** Those of a resource and some kinds that still speak for their cause. */
  liveAlerts,
  /** @returns the new alerts' ids by key. */
  raiseAlerts,
  /** Alerts that tell otherwise from now on. */
  reassessAlerts,
  /** Brings a resource's alerts of one kind in line with what was seen of it. */
  reconcileAlerts,
  /** Alerts that somebody took note of before there was this evidence. */
  reopenForEvidence,
} from './reconcile-alerts.ts';
export {
  /** Opens the alerts of one partner again that somebody dealt with for a time that has passed. */
  reopenDueAlertsOf,
} from './reopen-due-alerts.ts';
