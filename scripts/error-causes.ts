import type { ProblemCode } from '../src/core/api/problems.ts';

/** Why a problem comes, and what whoever gets it does about it. */
export interface ErrorCause {
  readonly cause: string;
  readonly cure: string;
}

/** For each code of the closed list. A code without an entry does not compile. */
export const errorCauses: Readonly<Record<ProblemCode, ErrorCause>> = {
  TENANT_NOT_FOUND: {
    cause: 'The key was revoked, has expired, belongs to another installation, or was copied in part.',
    cure: 'Make another key in the console under API keys, and enter it whole. Do not retry.',
  },
  SIGN_IN_FAILED: {
    cause:
      'An administrator entered an address, a password or a code that is wrong. Which of them it was is not said on purpose.',
    cure: 'Enter them again, or ask for another password by mail. After many tries there are pauses.',
  },
  SECOND_FACTOR_REQUIRED: {
    cause:
      'The password was right, and the administrator has a second factor. For whoever has passkeys `details.methods` says which of `code` and `passkey` can be used here.',
    cure: 'Send the same request with `code`, the six digits that the application shows now, or with `passkey`, what a passkey signed of `details.passkey_options`.',
  },
  TENANT_MISMATCH: {
    cause:
      'The key was made for another portal domain than the one that was called, or that domain lost its proof in DNS.',
    cure: 'Call the address that the key was made for, or make a key for this one. Look at the domain under Portal domains.',
  },
  ACCOUNT_SUSPENDED: {
    cause: 'The operator of the installation suspended the whole account.',
    cure: 'Ask the operator. Calls can be queued and sent again afterwards: nothing was changed.',
  },
  SANDBOX_DISABLED: {
    cause:
      'The request has the header of the sandbox or a sandbox key, or would make such a key, and sandbox mode is off.',
    cure: 'Switch it on: `PUT /account/sandbox` with `{"enabled": true}`, or in the console. Or leave the header out, and act on the real account.',
  },
  SANDBOX_NOT_AVAILABLE: {
    cause:
      'The request has the header of the sandbox, or the session is that of a customer of the sandbox, and it would change what the sandbox has none of: plans, prices, channels, the sender of mails, people, keys, portal domains, the account itself.',
    cure: 'Send it without the header, if the real account is meant. In tests leave it out: the sandbox has the plans and prices of the account.',
  },
  SANDBOX_KEY: {
    cause:
      'The key is one of the sandbox (`bwk_test_…`), and the operation is about what only the real account has: channels, the sender of mails, the audit log, sandbox mode, and changes of plans and prices.',
    cure: 'Use a key of the real world if the real account is meant. Plans and prices can be read with a sandbox key.',
  },
  ACCESS_DENIED: {
    cause:
      "What was asked for belongs to another customer than `billing_customer_id` says, or the operation is not for this kind of caller: people, keys and domains are for administrators' sessions, and customers reach only what is theirs.",
    cure: 'Send the customer whose it is. Never leave the parameter out to get around it: it is what keeps customers apart.',
  },
  INSUFFICIENT_ROLE: {
    cause: "The administrator's role does not allow it; `details.needed_role` says which would.",
    cure: 'An owner changes the role, or does it.',
  },
  SECOND_FACTOR_NOT_SET_UP: {
    cause:
      'The account, or the operator of the installation, demands a second factor of all administrators, and this one has none.',
    cure: 'Set one up in the console under Your account. Until then nothing else is possible.',
  },
  PROOF_REQUIRED: {
    cause:
      'What is asked for outlives the session of the administrator who asks, and password or code were last shown in it more than ten minutes ago.',
    cure: 'Send one of them to `POST /session/proof`, and repeat the request. The portal asks by itself; API keys are not asked.',
  },
  ORIGIN_MISMATCH: {
    cause: 'A change with a session cookie came from a page of another site, or from a program without an `Origin`.',
    cure: 'Programs use an API key. A proxy in front has to pass on Host and Origin as they came.',
  },
  VIEW_IS_READ_ONLY: {
    cause: 'An administrator looks at the portal as a customer, and tried to change something.',
    cure: 'End the view by `DELETE /session/view`, and change it in the console or by the API.',
  },
  ENDPOINT_LIMIT_EXCEEDED: {
    cause: "All servers that the customer's plans pay for are there, or the account limits customers without a plan.",
    cure: 'Sell a larger plan (`change-subscription`), terminate a server, or sell the server by itself with `product_slug: endpoint`.',
  },
  DOMAIN_LIMIT_EXCEEDED: {
    cause: 'All places for domains that the customer pays for are used.',
    cure: 'Sell more (`change-subscription` with `new_quantity`), or terminate a domain.',
  },
  ENDPOINT_NOT_FOUND: {
    cause:
      'No server of the account has this id: a typing mistake, another account, or the sandbox in place of the real world.',
    cure: 'Provision again with address and `service_id`: it answers with the id of what is there. Check that both calls have the sandbox header, or none.',
  },
  ALERT_STATE_CONFLICT: {
    cause: 'The alert moved on meanwhile, or its kind has no such action. `details.status` is where it is.',
    cure: 'Read the alert, and offer what its `actions` name.',
  },
  ALERT_NOT_CHECKABLE: {
    cause: 'It is about a leak: no scan can tell that something did not leak.',
    cure: 'Resolve it by hand once passwords were changed.',
  },
  SCAN_NOT_FOUND: {
    cause: 'The id is no scan of the account, or the scan is older than what is kept (13 months).',
    cure: 'List them: `GET /endpoints/{endpoint}/scans`.',
  },
  RULE_NOT_FOUND: {
    cause: 'Somebody deleted the rule, or it belongs to another account or world.',
    cure: 'To delete it, nothing more has to be done. Else list them: `GET /whitelists`.',
  },
  RULE_ALREADY_EXISTS: {
    cause: 'A change would make the rule the same as another one.',
    cure: 'Delete one of the two.',
  },
  ALERT_NOT_FOUND: {
    cause: 'The id is no alert of the account, or its domain was released.',
    cure: 'List them: `GET /monitoring/alerts`.',
  },
  DOMAIN_NOT_FOUND: {
    cause: 'The id is no domain of the account, or the domain was released, which deletes it.',
    cure: 'A repeated `release-domain` may take it for done. Else provision the domain: it answers with its id.',
  },
  PRODUCT_NOT_FOUND: {
    cause: '`product_slug` of a subscription is misspelt, or `endpoint`, which has no subscription.',
    cure: 'Send `port_monitoring` or `domain_monitoring`; a single server is sold by `provision`.',
  },
  RECIPIENT_LIMIT_EXCEEDED: {
    cause: 'A customer has five addresses besides the one from the billing system.',
    cure: 'Remove one.',
  },
  RECIPIENT_NOT_FOUND: {
    cause: 'The address was removed, or belongs to another customer.',
    cure: 'Read them: `GET /notifications/settings`.',
  },
  CONFIRMATION_SENT_RECENTLY: {
    cause: 'The address was asked to confirm a moment ago, or too often today.',
    cure: 'Wait `details.retry_after_seconds`, and look for the mail in the spam folder.',
  },
  MAIL_NOT_SET_UP: {
    cause: 'The installation has no mail server, so the address could never confirm.',
    cure: 'The operator sets SMTP_URL and MAIL_FROM.',
  },
  WEBHOOK_NOT_FOUND: {
    cause: 'Somebody deleted the webhook, or it is in the other world: the sandbox has webhooks of its own.',
    cure: 'List them: `GET /webhooks`.',
  },
  DELIVERY_NOT_FOUND: {
    cause: 'The delivery is another webhook’s, or older than 30 days.',
    cure: 'List them: `GET /webhooks/{id}/deliveries`.',
  },
  WEBHOOK_LIMIT_EXCEEDED: {
    cause: 'The account has as many webhooks as it can have.',
    cure: 'Delete one that nobody uses, or send several types of events to one.',
  },
  WEBHOOK_DISABLED: {
    cause: 'The receiver answered 410, or nothing but failures for five days, or somebody switched the webhook off.',
    cure: 'Mend the receiver, `PUT /webhooks/{id}` with `{"enabled": true}`, and have what was missed sent by `replay`.',
  },
  CHANNEL_NOT_FOUND: {
    cause: 'Somebody removed the channel, or it is another customer’s.',
    cure: 'List them: `GET /channels`.',
  },
  CHANNEL_LIMIT_EXCEEDED: {
    cause: 'The account, or the customer, has as many channels as it can have.',
    cure: 'Remove one that nobody reads.',
  },
  CHANNEL_TESTED_RECENTLY: {
    cause: 'A test message was sent a moment ago.',
    cure: 'Wait as long as `Retry-After` says.',
  },
  MAIL_SENDER_NOT_FOUND: {
    cause: 'The account has no sender address of its own that could be checked or removed.',
    cure: 'Set one: `PUT /mail-sender`.',
  },
  BILLING_CLIENT_NOT_FOUND: {
    cause: 'Nothing was sold to this customer under this service, or, for a sign-in, nothing at all.',
    cure: 'Sell first (`provision` or `provision-subscription`); check `client_id` and `service_id`. For a sign-in, hide the button.',
  },
  SUBSCRIPTION_NOT_FOUND: {
    cause: 'The customer is known, but has no subscription of this product for this service.',
    cure: '`provision-subscription` makes it. Check that product and service belong together.',
  },
  CUSTOMER_NOT_FOUND: {
    cause: 'No customer has this id: nothing was sold to it yet, or only in the other world.',
    cure: 'Sell first: a customer is made by the first order.',
  },
  INVITATION_NOT_FOUND: {
    cause: 'The invitation was accepted or taken back.',
    cure: 'List them: `GET /invitations`.',
  },
  LINK_NOT_VALID: {
    cause: 'The link of the mail was used, a newer one replaced it, or it is too old.',
    cure: 'Ask for another one; only the newest works.',
  },
  ADMINISTRATOR_NOT_FOUND: {
    cause: 'Somebody removed the person.',
    cure: 'List them: `GET /administrators`.',
  },
  SESSION_NOT_FOUND: {
    cause: 'The session ended already, or is somebody else’s.',
    cure: 'Nothing has to be done.',
  },
  PLAN_NOT_FOUND: {
    cause: 'There is no such plan, or it is one of the four that every account has.',
    cure: 'List them: `GET /plans`. What a default plan pays for is changed by `PUT`.',
  },
  PLAN_IN_USE: {
    cause:
      '`details` has how many subscriptions to the plan are not cancelled, and how many services of servers name it.',
    cure: 'Change their plans by `change-subscription`, or empty the sandbox, then remove it.',
  },
  KEY_NOT_FOUND: {
    cause: 'The key was revoked, or is another account’s.',
    cure: 'List them: `GET /keys`.',
  },
  REQUEST_NOT_FOUND: {
    cause: 'The request is older than the log: seven days, and 1,000 requests of a key.',
    cure: 'Try it again, and look it up by its `X-Request-Id`.',
  },
  PORTAL_DOMAIN_NOT_FOUND: {
    cause: 'Somebody removed the portal domain.',
    cure: 'List them: `GET /portal-domains`.',
  },
  PORTAL_NOT_FOUND: {
    cause: 'The host that was called is no portal domain, so nobody can sign in there.',
    cure: 'Call a portal domain of the account. Behind a proxy, Host or X-Forwarded-Host has to be passed on.',
  },
  ADMINISTRATOR_ALREADY_EXISTS: {
    cause: 'A person of the account has this e-mail address.',
    cure: 'Change that person’s role instead.',
  },
  INVITATION_ALREADY_EXISTS: {
    cause: 'The address was invited, and has not accepted yet.',
    cure: 'Send the invitation again: `POST /invitations/{id}/resend`.',
  },
  INVITATION_LIMIT_EXCEEDED: {
    cause: 'The account has 50 invitations that nobody has accepted.',
    cure: 'Take some back.',
  },
  MAIL_NOT_AVAILABLE: {
    cause: 'The installation has no mail server, so no link can be sent.',
    cure: 'Make the person with a first password (`POST /administrators`); the operator can reset passwords on the command line.',
  },
  PORTAL_DOMAIN_TAKEN: {
    cause: 'Another account proved that the domain is its own, or you have it already.',
    cure: 'If it is yours, ask the operator; else choose another name.',
  },
  PORTAL_DOMAIN_LIMIT_EXCEEDED: {
    cause: 'The account has 50 portal domains.',
    cure: 'Give one up.',
  },
  PORTAL_DOMAIN_NOT_VERIFIED: {
    cause: 'No record in DNS proves the domain yet, or the record is gone.',
    cure: 'Set the record that the console shows, and check it: `POST /portal-domains/{id}/check`.',
  },
  KEY_LIMIT_EXCEEDED: {
    cause: 'The account has 50 valid keys.',
    cure: 'Revoke those that no program uses: each shows when it was used last.',
  },
  LAST_ADMINISTRATOR: {
    cause: 'Without this person nobody could sign in to the console.',
    cure: 'Add somebody else first.',
  },
  LAST_OWNER: {
    cause: 'Without this person nobody could make keys or owners.',
    cure: 'Make somebody else an owner first.',
  },
  LAST_PORTAL_DOMAIN: {
    cause: 'Without this domain no customer could reach the portal, and no program the API.',
    cure: 'Add and prove another one first.',
  },
  SECOND_FACTOR_STATE_CONFLICT: {
    cause: 'The second factor is on already, off already, or was not begun.',
    cure: 'Read `GET /administrator/second-factor`, and go on from where it is.',
  },
  LAST_SECOND_FACTOR: {
    cause: 'All administrators must have a second factor, and the administrator would have none.',
    cure: 'Set up another one first: an application or a passkey.',
  },
  PASSKEY_NOT_FOUND: {
    cause: 'It was removed, or is of another administrator.',
    cure: 'Read `GET /administrator/second-factor` again.',
  },
  PASSKEY_LIMIT_EXCEEDED: {
    cause: 'An administrator has at most 20 passkeys.',
    cure: 'Remove one that is no longer used.',
  },
  DOMAIN_ALREADY_EXISTS: {
    cause: 'The customer monitors the new name under another record.',
    cure: 'Terminate the domain that you wanted to rename.',
  },
  DOWNGRADE_USAGE_EXCEEDED: {
    cause:
      'The customer has more servers or domains than the new plan or number pays for: `details.current_usage` and `details.new_limit`.',
    cure: 'Show both numbers, and let the customer terminate some or keep the plan. `force` is for administrators: it pauses the newest.',
  },
  DNS_RESOLUTION_FAILED: {
    cause: 'A hostname was sent in place of an address, and leads to none that can be scanned.',
    cure: 'Correct the name, or send the address.',
  },
  DNS_LOOKUP_FAILED: {
    cause: 'Name servers gave no answer, so nobody knows whether the record is there.',
    cure: 'Retry after `Retry-After`. The proof is not lost meanwhile.',
  },
  SUBSCRIPTION_NOT_CHANGEABLE: {
    cause: 'The subscription is cancelled, or suspended where only an active one can be changed.',
    cure: 'Resume it, or start a cancelled one again by `provision-subscription`.',
  },
  ENDPOINT_NOT_ACTIVE: {
    cause: 'The server is paused or terminated, so it is not scanned.',
    cure: 'Resume it; if it was paused for capacity, sell more. Hide the button while `status` is not `active`.',
  },
  RATE_LIMITED: {
    cause: 'The server was scanned by hand a moment ago. This is the cooldown of one server, not the rate of requests.',
    cure: 'Show when it can be scanned again: `details.retry_after_seconds`.',
  },
  SCAN_DISPATCH_FAILED: {
    cause: 'The queue did not take the scan.',
    cure: 'Retry with the same `Idempotency-Key`. If it stays, the operator looks at the database.',
  },
  SCANNING_UNAVAILABLE: {
    cause: 'No scanner takes work at the moment.',
    cure: 'Retry after `Retry-After`; scheduled scans are made up for by themselves.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    cause:
      'A request was repeated while the first one with its Idempotency-Key still runs, or the process that ran it has just died: then the key is held for a minute.',
    cure: 'Repeat the same request with the same key after the second that `Retry-After` says, and for a minute if need be. Once the first is through, its answer comes.',
  },
  SANDBOX_BUSY: {
    cause: "Another request moves the sandbox's clock, or empties it, which takes seconds where there is a lot in it.",
    cure: 'Retry after `Retry-After`, once the other one was answered.',
  },
  SERVICE_BUSY: {
    cause:
      'The account, or whoever calls in its name, has more under way than its share of the connections to the database, and this request had no turn for twenty seconds; or it waited for what another request was changing, or for a result, until the database ended it. Nothing was done.',
    cure: 'Retry after `Retry-After`, changes with the same `Idempotency-Key`. Send fewer requests at once.',
  },
  INTERNAL_ERROR: {
    cause: 'A defect of ours, or the database is away.',
    cure: 'Retry with the same `Idempotency-Key`. If it stays, tell support the `X-Request-Id`.',
  },
};
