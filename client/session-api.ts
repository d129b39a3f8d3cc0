/**
 * Types of every operation that only a session can call, in the shape that openapi-fetch takes.
 * Written by `npm run client` from the routes; a test keeps them equal.
 */

import type {
  AccessDeniedProblem,
  AccountSuspendedProblem,
  AdministratorAlreadyExistsProblem,
  AdministratorAlreadyExistsProblemAnswer,
  BeginPasskeySignIn201,
  CheckDomainVerification503,
  CustomerNotFoundProblem,
  GetCustomerAdditions200,
  GetWeeklySummarySetting200,
  InsufficientRoleProblem,
  InternalErrorProblemAnswer,
  ListPrices403,
  MailNotAvailableProblem,
  MailNotAvailableProblemAnswer,
  Meta,
  OriginMismatchProblem,
  ProofRequiredProblem,
  RefusalAnswer,
  SandboxDisabledProblem,
  SandboxNotAvailableProblem,
  SecondFactorNotSetUpProblem,
  ServiceBusyProblemAnswer,
  TenantMismatchProblem,
  ViewIsReadOnlyProblem,
} from './api.ts';

export interface SessionOnlyPaths {
  '/api/v1/settings/customer-additions': {
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Whether to show what would happen or to do it.
             */
            mode: 'off' | 'within_capacity' | 'on';
          };
        };
      };
      responses: {
        200: GetCustomerAdditions200;
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/settings/weekly-summary': {
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Whether it is on.
             */
            enabled: boolean;
          };
        };
      };
      responses: {
        200: GetWeeklySummarySetting200;
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/mail-sender': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Where mail comes from otherwise. Null: the installation sends no mail.
                 */
                default_address: string | null;
                /**
                 * Null: the account has no address of its own.
                 */
                sender: MailSender | null;
                /**
                 * When somebody pressed the button of a test mail last, which came from where mail comes from now. Null: nobody did, or the audit log does not go back that far.
                 */
                test_seen_at: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * E-mail address.
             */
            address: string;
          };
        };
      };
      responses: {
        200: SetMailSender200;
        401: RefusalAnswer;
        403: SetMailSender403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {};
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: MailSenderNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/mail-sender/check': {
    post: {
      parameters: {};
      responses: {
        200: SetMailSender200;
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: MailSenderNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/mail-sender/test': {
    post: {
      parameters: {};
      responses: {
        202: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Where it goes.
                 */
                address: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        409: MailNotAvailableProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/view': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The customer's id in the billing system.
             */
            billing_customer_id: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The customer's id in the billing system.
                 */
                billing_customer_id: number;
                /**
                 * Its name.
                 */
                name: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ViewAsCustomer403;
        404: {
          content: {
            'application/json': CustomerNotFoundProblem | SessionNotFoundProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator': {
    get: {
      parameters: {};
      responses: {
        200: GetOwnAdministrator200;
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/password': {
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The present password.
             */
            current_password: string;
            /**
             * The password from now on.
             */
            new_password: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: ViewAsCustomer403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/session/proof': {
    post: {
      parameters: {};
      requestBody?: {
        content: {
          'application/json': {
            /**
             * The password.
             */
            password?: string;
            /**
             * What it is, for programs: an error code, or the code of an authenticator application.
             */
            code?: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: ProveAgain403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/second-factor': {
    post: {
      parameters: {};
      responses: {
        201: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * The API key. It is shown once.
                 */
                key: string;
                /**
                 * What the application reads from a QR code.
                 */
                uri: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ProposeSecondFactor403;
        409: SecondFactorStateConflictProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    delete: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The password.
             */
            password: string;
            /**
             * Needed unless the second factor was never confirmed.
             */
            code?: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: ViewAsCustomer403;
        409: {
          content: {
            'application/json': SecondFactorStateConflictProblem | LastSecondFactorProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Whether codes of an application are asked for.
                 */
                authenticator: boolean;
                /**
                 * In the order in which they were made.
                 */
                passkeys: Passkey[];
                /**
                 * Whether the account demands a second factor.
                 */
                required: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/second-factor/confirm': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * What it is, for programs: an error code, or the code of an authenticator application.
             */
            code: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: ProposeSecondFactor403;
        409: SecondFactorStateConflictProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/passkeys': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * The password.
             */
            password: string;
          };
        };
      };
      responses: {
        201: BeginPasskeySignIn201;
        401: RefusalAnswer;
        403: ProveAgain403;
        409: PasskeyLimitExceededProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/passkeys/confirm': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * By which the administrator knows it again.
             */
            name: string;
            /**
             * The new passkey: `toJSON()` of what `navigator.credentials.create` gave.
             */
            credential: {
              /**
               * In base64url without padding.
               */
              id: string;
              /**
               * Of credentials there is no other type.
               */
              type: 'public-key';
              /**
               * What the authenticator said, as the browser passed it on.
               */
              response: {
                /**
                 * In base64url without padding.
                 */
                clientDataJSON: string;
                /**
                 * In base64url without padding.
                 */
                attestationObject: string;
                /**
                 * How the browser reaches the authenticator.
                 *
                 * @maxItems 16
                 */
                transports?:
                  | []
                  | [string]
                  | [string, string]
                  | [string, string, string]
                  | [string, string, string, string]
                  | [string, string, string, string, string]
                  | [string, string, string, string, string, string]
                  | [string, string, string, string, string, string, string]
                  | [string, string, string, string, string, string, string, string]
                  | [string, string, string, string, string, string, string, string, string]
                  | [string, string, string, string, string, string, string, string, string, string]
                  | [string, string, string, string, string, string, string, string, string, string, string]
                  | [string, string, string, string, string, string, string, string, string, string, string, string]
                  | [
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string
                    ]
                  | [
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string
                    ]
                  | [
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string
                    ]
                  | [
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string,
                      string
                    ];
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                passkey: Passkey;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ProveAgain403;
        409: PasskeyLimitExceededProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/passkeys/{id}': {
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * The password.
             */
            password: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: ViewAsCustomer403;
        404: {
          content: {
            'application/json': PasskeyNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': LastSecondFactorProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/sessions': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Sessions.
                 */
                sessions: {
                  /**
                   * Its id.
                   */
                  id: string;
                  /**
                   * Browser that it came from.
                   */
                  user_agent: string | null;
                  /**
                   * When it was made.
                   */
                  created_at: string;
                  /**
                   * When it was last used.
                   */
                  last_used_at: string | null;
                  /**
                   * When it stops being valid.
                   */
                  expires_at: string;
                  /**
                   * Whether this request came by it.
                   */
                  is_current: boolean;
                }[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrator/sessions/{id}': {
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: ViewAsCustomer403;
        404: {
          content: {
            'application/json': SessionNotFoundProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrators': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * People who administer the account.
                 */
                administrators: Administrator[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * E-mail address.
             */
            email: string;
            /**
             * Its name.
             */
            name?: string;
            /**
             * The password.
             */
            password: string;
            /**
             * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
             */
            role?: 'support' | 'manager' | 'owner';
          };
        };
      };
      responses: {
        201: GetOwnAdministrator200;
        401: RefusalAnswer;
        403: SetMailSender403;
        409: AdministratorAlreadyExistsProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrators/{id}/role': {
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
             */
            role: 'support' | 'manager' | 'owner';
          };
        };
      };
      responses: {
        200: GetOwnAdministrator200;
        401: RefusalAnswer;
        403: SetMailSender403;
        404: AdministratorNotFoundProblemAnswer;
        409: {
          content: {
            'application/json': LastOwnerProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/administrators/{id}': {
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetMailSender403;
        404: AdministratorNotFoundProblemAnswer;
        409: {
          content: {
            'application/json': LastAdministratorProblem | LastOwnerProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/invitations': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * People who were asked by mail to join.
                 */
                invitations: Invitation[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
                /**
                 * Whether the installation sends mail.
                 */
                mail_available: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * E-mail address.
             */
            email: string;
            /**
             * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
             */
            role: 'support' | 'manager' | 'owner';
          };
        };
      };
      responses: {
        201: Invite201;
        401: RefusalAnswer;
        403: SetMailSender403;
        409: {
          content: {
            'application/json':
              | AdministratorAlreadyExistsProblem
              | InvitationAlreadyExistsProblem
              | InvitationLimitExceededProblem
              | MailNotAvailableProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/invitations/{id}/resend': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: Invite201;
        401: RefusalAnswer;
        403: SetMailSender403;
        404: InvitationNotFoundProblemAnswer;
        409: MailNotAvailableProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/invitations/{id}': {
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: InvitationNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/keys': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * API keys.
                 */
                keys: ApiKey[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Its name.
             */
            name: string;
            /**
             * Name of a portal.
             */
            portal_domain?: string;
            /**
             * Of the sandbox only while sandbox mode is on.
             */
            world?: 'live' | 'sandbox';
          };
        };
      };
      responses: {
        201: CreateKey201;
        401: RefusalAnswer;
        403: CreateKey403;
        409: CreateKey409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/keys/{id}/rotate': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            /**
             * How long the old one stays valid beside the new one.
             */
            overlap_seconds?: number;
          };
        };
      };
      responses: {
        201: CreateKey201;
        401: RefusalAnswer;
        403: CreateKey403;
        404: KeyNotFoundProblemAnswer;
        409: CreateKey409;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/keys/{id}': {
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: KeyNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/branding': {
    get: {
      parameters: {};
      responses: {
        200: GetBranding200;
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {};
      requestBody?: {
        content: {
          'application/json': {
            /**
             * Name that the portal shows.
             */
            display_name?: string;
            /**
             * Colour of buttons and links, as `#rrggbb`.
             */
            accent_colour?: string;
            /**
             * Page for help that the portal shows.
             */
            support_url?: string;
            /**
             * Address for help that the portal shows.
             */
            support_email?: string;
            /**
             * Where customers sign in, as an https:// address: mails and pages lead there, with the path to come back to in place of `{path}`, or else as the parameter `redirect_path`.
             */
            customer_area_url?: string;
            /**
             * Whether mails may carry links that open the one alert that they are about, without a sign-in. Left out: false.
             */
            alert_links?: boolean;
            /**
             * Image as a data URL.
             */
            logo?: string;
            /**
             * True: without a logo from now on.
             */
            remove_logo?: boolean;
            /**
             * What the service is called.
             */
            product_name?: string;
            /**
             * Whether the logo stands without the name.
             */
            hide_name?: boolean;
            /**
             * Page that says who runs the portal; linked in its footer and in mails.
             */
            imprint_url?: string;
            /**
             * Page on privacy; linked in the footer of the portal and in mails.
             */
            privacy_url?: string;
            /**
             * Terms of service; linked in the footer of the portal and in mails.
             */
            terms_url?: string;
            /**
             * Where a customer orders more; the parameters `customer`, `product` and `plan` are added to it. Left out: nothing is offered.
             */
            order_url?: string;
            /**
             * Of mails, and of readers whose browser asks for none that there is. Left out: English.
             */
            language?: 'de' | 'en' | 'es' | 'fr' | 'pt';
            /**
             * Logo for dark pages, in Base64.
             */
            dark_logo?: string;
            /**
             * True: the logo is for dark pages too from now on.
             */
            remove_dark_logo?: boolean;
            /**
             * Icon of the portal in the browser, in Base64.
             */
            favicon?: string;
            /**
             * True: the icon is drawn from now on.
             */
            remove_favicon?: boolean;
          };
        };
      };
      responses: {
        200: GetBranding200;
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/settings/second-factor': {
    get: {
      parameters: {};
      responses: {
        200: GetSecondFactorDemand200;
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Whether every administrator must have a second factor.
             */
            required: boolean;
          };
        };
      };
      responses: {
        200: GetSecondFactorDemand200;
        401: RefusalAnswer;
        403: SetMailSender403;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/portal-domains': {
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Names that the portal answers to.
                 */
                portal_domains: PortalDomain[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
             */
            domain: string;
          };
        };
      };
      responses: {
        201: AddPortalDomain201;
        401: RefusalAnswer;
        403: SetMailSender403;
        409: {
          content: {
            'application/json': PortalDomainTakenProblem | PortalDomainLimitExceededProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/portal-domains/{id}/check': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                portal_domain: PortalDomain;
                /**
                 * Whether the DNS record is there.
                 */
                record_found: boolean;
                /**
                 * What it is, in a sentence for people.
                 */
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: PortalDomainNotFoundProblemAnswer;
        409: {
          content: {
            'application/json': PortalDomainTakenProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: CheckDomainVerification503;
      };
    };
  };
  '/api/v1/portal-domains/{id}/reach': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: AddPortalDomain201;
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: PortalDomainNotFoundProblemAnswer;
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/portal-domains/{id}': {
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: RefusalAnswer;
        403: SetCustomerAdditions403;
        404: PortalDomainNotFoundProblemAnswer;
        409: {
          content: {
            'application/json': LastPortalDomainProblem;
          };
        };
        413: RefusalAnswer;
        415: RefusalAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/keys/{id}/requests': {
    get: {
      parameters: {
        query?: {
          status?: number;
          path?: string;
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                /**
                 * Requests, newest first.
                 */
                requests: LoggedRequest[];
                /**
                 * Whether more follow.
                 */
                has_more: boolean;
                /**
                 * Give it as `cursor` to go on. Null: this is the last page.
                 */
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        404: KeyNotFoundProblemAnswer;
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
  '/api/v1/keys/{id}/requests/{request_id}': {
    get: {
      parameters: {
        path: {
          id: string;
          request_id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              /**
               * Whether it succeeded.
               */
              success: true;
              /**
               * The answer itself.
               */
              data: {
                request: LoggedRequestDetail;
              };
              meta: Meta;
            };
          };
        };
        401: RefusalAnswer;
        403: ListPrices403;
        404: {
          content: {
            'application/json': RequestNotFoundProblem;
          };
        };
        422: RefusalAnswer;
        429: RefusalAnswer;
        500: InternalErrorProblemAnswer;
        503: ServiceBusyProblemAnswer;
      };
    };
  };
}
export interface SetCustomerAdditions403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface MailSender {
  /**
   * Where mail comes from while the status is verified.
   */
  address: string;
  /**
   * verified: all records are there, mail comes from the address. pending: they never were; failing: one of them is gone. Mail comes from the address of the installation then, and answers go to support_email.
   */
  status: 'pending' | 'verified' | 'failing';
  /**
   * The domain's SPF record has to include the domain that the installation sends from, by itself or by what it includes. Which addresses that one names is not looked at.
   */
  spf: {
    /**
     * unknown: it was not looked up yet, or the name servers gave no answer that can be relied on.
     */
    state: 'present' | 'missing' | 'wrong' | 'unknown';
    /**
     * The records of that kind that the last look found.
     */
    found: string[];
    /**
     * What is wrong with what was found. Null: nothing is known.
     */
    problem: string | null;
    /**
     * What has to be added to the DNS.
     */
    record: {
      /**
       * What type it is of.
       */
      type: 'TXT';
      /**
       * Its name.
       */
      name: string;
      /**
       * Its value.
       */
      value: string;
    };
  };
  /**
   * The key that mail from the address is signed with has to be in the DNS.
   */
  dkim: {
    /**
     * unknown: it was not looked up yet, or the name servers gave no answer that can be relied on.
     */
    state: 'present' | 'missing' | 'wrong' | 'unknown';
    /**
     * The records of that kind that the last look found.
     */
    found: string[];
    /**
     * What is wrong with what was found. Null: nothing is known.
     */
    problem: string | null;
    /**
     * What has to be added to the DNS.
     */
    record: {
      /**
       * What type it is of.
       */
      type: 'TXT';
      /**
       * Its name.
       */
      name: string;
      /**
       * Its value.
       */
      value: string;
    };
  };
  /**
   * The domain, or the registered one above it, has to have a DMARC record, of any policy.
   */
  dmarc: {
    /**
     * unknown: it was not looked up yet, or the name servers gave no answer that can be relied on.
     */
    state: 'present' | 'missing' | 'wrong' | 'unknown';
    /**
     * The records of that kind that the last look found.
     */
    found: string[];
    /**
     * What is wrong with what was found. Null: nothing is known.
     */
    problem: string | null;
    /**
     * What has to be added to the DNS.
     */
    record: {
      /**
       * What type it is of.
       */
      type: 'TXT';
      /**
       * Its name.
       */
      name: string;
      /**
       * Its value.
       */
      value: string;
    };
  };
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When all records were there first. Null: never.
   */
  verified_at: string | null;
  /**
   * When it was last looked up.
   */
  checked_at: string | null;
}
export interface SetMailSender200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        sender: MailSender;
      };
      meta: Meta;
    };
  };
}
export interface SetMailSender403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | ProofRequiredProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface MailSenderNotFoundProblemAnswer {
  content: {
    'application/json': MailSenderNotFoundProblem;
  };
}
export interface MailSenderNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'MAIL_SENDER_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ViewAsCustomer403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | AccessDeniedProblem
      | SecondFactorNotSetUpProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface SessionNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SESSION_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface GetOwnAdministrator200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        administrator: Administrator;
      };
      meta: Meta;
    };
  };
}
export interface Administrator {
  /**
   * Its id.
   */
  id: string;
  /**
   * E-mail address.
   */
  email: string;
  /**
   * Its name.
   */
  name: string | null;
  /**
   * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
   */
  role: 'support' | 'manager' | 'owner';
  /**
   * State of the second factor.
   */
  second_factor: boolean;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When the person last signed in.
   */
  last_signed_in_at: string | null;
}
export interface ProveAgain403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | AccessDeniedProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface ProposeSecondFactor403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxNotAvailableProblem
      | AccessDeniedProblem
      | ProofRequiredProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface SecondFactorStateConflictProblemAnswer {
  content: {
    'application/json': SecondFactorStateConflictProblem;
  };
}
export interface SecondFactorStateConflictProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'SECOND_FACTOR_STATE_CONFLICT';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface LastSecondFactorProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'LAST_SECOND_FACTOR';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Passkey {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Where it signs in, and nowhere else.
   */
  portal_domain: string;
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it was last used.
   */
  last_used_at: string | null;
}
export interface PasskeyLimitExceededProblemAnswer {
  content: {
    'application/json': PasskeyLimitExceededProblem;
  };
}
export interface PasskeyLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PASSKEY_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface PasskeyNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PASSKEY_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface AdministratorNotFoundProblemAnswer {
  content: {
    'application/json': AdministratorNotFoundProblem;
  };
}
export interface AdministratorNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'ADMINISTRATOR_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface LastOwnerProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'LAST_OWNER';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface LastAdministratorProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'LAST_ADMINISTRATOR';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface Invitation {
  /**
   * Its id.
   */
  id: string;
  /**
   * E-mail address.
   */
  email: string;
  /**
   * What the person may do: `support` reads, `manager` changes everything but owners and keys, `owner` everything.
   */
  role: 'support' | 'manager' | 'owner';
  /**
   * Whether its link can still be used.
   */
  status: 'pending' | 'expired';
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When its link was sent last.
   */
  sent_at: string;
  /**
   * When it stops being valid.
   */
  expires_at: string;
}
export interface Invite201 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        invitation: Invitation;
      };
      meta: Meta;
    };
  };
}
export interface InvitationAlreadyExistsProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'INVITATION_ALREADY_EXISTS';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface InvitationLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'INVITATION_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface InvitationNotFoundProblemAnswer {
  content: {
    'application/json': InvitationNotFoundProblem;
  };
}
export interface InvitationNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'INVITATION_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface ApiKey {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Whether it is of the real world or of the sandbox.
   */
  world: 'live' | 'sandbox';
  /**
   * What may be shown of the key.
   */
  prefix: string;
  /**
   * Name of a portal.
   */
  portal_domain: string;
  /**
   * Its state.
   */
  status: 'valid' | 'expired' | 'revoked';
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When it stops being valid.
   */
  expires_at: string | null;
  /**
   * When it was last used.
   */
  last_used_at: string | null;
}
export interface CreateKey201 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * Its id.
         */
        id: string;
        /**
         * Name of a portal.
         */
        portal_domain: string;
        /**
         * Shown this once: only its hash is kept.
         */
        api_key: string;
      };
      meta: Meta;
    };
  };
}
export interface CreateKey403 {
  content: {
    'application/json':
      | TenantMismatchProblem
      | AccountSuspendedProblem
      | SandboxDisabledProblem
      | SandboxNotAvailableProblem
      | AccessDeniedProblem
      | InsufficientRoleProblem
      | SecondFactorNotSetUpProblem
      | ProofRequiredProblem
      | OriginMismatchProblem
      | ViewIsReadOnlyProblem;
  };
}
export interface CreateKey409 {
  content: {
    'application/json': PortalDomainNotVerifiedProblem | KeyLimitExceededProblem;
  };
}
export interface PortalDomainNotVerifiedProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PORTAL_DOMAIN_NOT_VERIFIED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface KeyLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'KEY_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface KeyNotFoundProblemAnswer {
  content: {
    'application/json': KeyNotFoundProblem;
  };
}
export interface KeyNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'KEY_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface GetBranding200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        branding: Branding;
      };
      meta: Meta;
    };
  };
}
export interface Branding {
  /**
   * Name that the portal shows.
   */
  display_name: string | null;
  /**
   * Colour of buttons and links, as `#rrggbb`.
   */
  accent_colour: string | null;
  /**
   * Page for help that the portal shows.
   */
  support_url: string | null;
  /**
   * Address for help that the portal shows.
   */
  support_email: string | null;
  /**
   * Where customers sign in, as an https:// address: mails and pages lead there, with the path to come back to in place of `{path}`, or else as the parameter `redirect_path`.
   */
  customer_area_url: string | null;
  /**
   * Whether mails may carry links that open the one alert that they are about, without a sign-in. Left out: false.
   */
  alert_links: boolean;
  /**
   * Image as a data URL.
   */
  logo: {
    /**
     * What type it is of.
     */
    type: string;
    /**
     * Size in bytes.
     */
    bytes: number;
    /**
     * Whether mails and reports show it, as a PNG that was drawn of it: PNG, JPEG and SVG. A WebP is shown on pages alone.
     */
    in_mails: boolean;
  } | null;
  /**
   * What the service is called. Null: security monitoring.
   */
  product_name: string | null;
  /**
   * Whether the name is left out beside a logo.
   */
  hide_name: boolean;
  /**
   * Page that says who runs the portal; linked in its footer and in mails.
   */
  imprint_url: string | null;
  /**
   * Page on privacy; linked in the footer of the portal and in mails.
   */
  privacy_url: string | null;
  /**
   * Terms of service; linked in the footer of the portal and in mails.
   */
  terms_url: string | null;
  /**
   * Where a customer orders more. Null: nothing is offered.
   */
  order_url: string | null;
  /**
   * Of mails, and of readers whose browser asks for none that there is. Null: English.
   */
  language: string | null;
  /**
   * In place of the logo on dark pages. Null: the logo.
   */
  dark_logo: {
    /**
     * What type it is of.
     */
    type: string;
    /**
     * Size in bytes.
     */
    bytes: number;
  } | null;
  /**
   * Null: one is drawn of the first letter and the colour.
   */
  favicon: {
    /**
     * What type it is of.
     */
    type: string;
    /**
     * Size in bytes.
     */
    bytes: number;
  } | null;
}
export interface GetSecondFactorDemand200 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        /**
         * Whether administrators must have a second factor.
         */
        required: boolean;
        /**
         * Whether the operator of the installation demands it, which the account cannot lift.
         */
        required_by_operator: boolean;
      };
      meta: Meta;
    };
  };
}
export interface PortalDomain {
  /**
   * Its id.
   */
  id: string;
  /**
   * Domain name in lower case, internationalised labels in punycode. Requests may have a URL.
   */
  domain: string;
  /**
   * Only a verified domain answers. A lapsed one was verified until its record was gone.
   */
  status: 'pending' | 'verified' | 'lapsed';
  /**
   * Who says that the account controls it. What the operator vouches for needs no record.
   */
  verified_by: ('operator' | 'dns') | null;
  /**
   * Either proves control. The CNAME, where there is one, also leads the domain here.
   */
  records: {
    /**
     * Content of the TXT record.
     */
    txt: {
      /**
       * What type it is of.
       */
      type: 'TXT';
      /**
       * Its name.
       */
      name: string;
      /**
       * Its value.
       */
      value: string;
    };
    /**
     * Target of the CNAME record.
     */
    cname: {
      /**
       * What type it is of.
       */
      type: 'CNAME';
      /**
       * Its name.
       */
      name: string;
      /**
       * Its value.
       */
      value: string;
    } | null;
  };
  /**
   * When it was made.
   */
  created_at: string;
  /**
   * When control was proved. Null: it was not.
   */
  verified_at: string | null;
  /**
   * When it was last looked up.
   */
  checked_at: string | null;
  /**
   * Since when the proof of a verified domain is missing.
   */
  missing_since: string | null;
  /**
   * The record that leads the domain to this installation: below PORTAL_CNAME_BASE, or to the host of PUBLIC_URL. Null: the operator has set neither, or the domain is that host.
   */
  leads_here: {
    /**
     * What type it is of.
     */
    type: 'CNAME';
    /**
     * Its name.
     */
    name: string;
    /**
     * Its value.
     */
    value: string;
  } | null;
  /**
   * Where it led, and its certificate, at the last look. Null: never looked.
   */
  reach: PortalReach | null;
}
export interface PortalReach {
  /**
   * What the DNS says.
   */
  dns: {
    /**
     * here: it leads where `leads_here` says, by that record or by the same addresses. elsewhere: to other addresses, as behind a proxy of yours. resolves: to some, and none is known to compare them with. absent: to none. unanswered: the name servers did not say.
     */
    state: 'here' | 'elsewhere' | 'resolves' | 'absent' | 'unanswered';
    /**
     * Target of its CNAME record. Null: it has none.
     */
    cname: string | null;
    /**
     * Addresses that it has, whichever way.
     */
    addresses: string[];
  };
  /**
   * What certificate answers.
   */
  tls: {
    /**
     * What browsers make of the certificate on port 443. unreachable: nothing answers TLS there. refused: it has no address that this installation connects to. unknown: its addresses are not known.
     */
    state: 'valid' | 'expired' | 'other_name' | 'untrusted' | 'unreachable' | 'refused' | 'unknown';
    /**
     * Names in the certificate.
     */
    names: string[];
    /**
     * Who signed the certificate.
     */
    issuer: string | null;
    /**
     * When the certificate ends.
     */
    expires_at: string | null;
  };
  /**
   * When it was last looked up.
   */
  checked_at: string;
}
export interface AddPortalDomain201 {
  content: {
    'application/json': {
      /**
       * Whether it succeeded.
       */
      success: true;
      /**
       * The answer itself.
       */
      data: {
        portal_domain: PortalDomain;
      };
      meta: Meta;
    };
  };
}
export interface PortalDomainTakenProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PORTAL_DOMAIN_TAKEN';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface PortalDomainLimitExceededProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PORTAL_DOMAIN_LIMIT_EXCEEDED';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface PortalDomainNotFoundProblemAnswer {
  content: {
    'application/json': PortalDomainNotFoundProblem;
  };
}
export interface PortalDomainNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'PORTAL_DOMAIN_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface LastPortalDomainProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'LAST_PORTAL_DOMAIN';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
export interface LoggedRequest {
  /**
   * Its id.
   */
  id: string;
  /**
   * When it happened.
   */
  at: string;
  /**
   * Of HTTP.
   */
  method: string;
  /**
   * With ids; other values that were sent in it are `…`.
   */
  path: string;
  /**
   * Of the answer.
   */
  status: number;
  /**
   * How long the answer took, in milliseconds.
   */
  duration_ms: number;
  /**
   * Id of the request.
   */
  request_id: string;
  /**
   * Whether it was about the sandbox.
   */
  sandbox: boolean;
  /**
   * Code of the error; null where it has none, or there was none.
   */
  error_code: string | null;
}
export interface LoggedRequestDetail {
  /**
   * Its id.
   */
  id: string;
  /**
   * When it happened.
   */
  at: string;
  /**
   * Of HTTP.
   */
  method: string;
  /**
   * With ids; other values that were sent in it are `…`.
   */
  path: string;
  /**
   * Of the answer.
   */
  status: number;
  /**
   * How long the answer took, in milliseconds.
   */
  duration_ms: number;
  /**
   * Id of the request.
   */
  request_id: string;
  /**
   * Whether it was about the sandbox.
   */
  sandbox: boolean;
  /**
   * Code of the error; null where it has none, or there was none.
   */
  error_code: string | null;
  /**
   * What the body was made of: types by key, never a value. Null: no body was read.
   */
  body: {
    [k: string]: unknown;
  } | null;
  /**
   * Browser that it came from.
   */
  user_agent: string | null;
  /**
   * The error's sentence; null without an error.
   */
  message: string | null;
  /**
   * Sentences on the fields that were refused.
   */
  errors: {
    [k: string]: string[];
  };
}
export interface RequestNotFoundProblem {
  /**
   * Whether it succeeded.
   */
  success: false;
  /**
   * What went wrong.
   */
  error: {
    /**
     * What it is, for programs: an error code, or the code of an authenticator application.
     */
    code: 'REQUEST_NOT_FOUND';
    /**
     * What it is, in a sentence for people.
     */
    message: string;
    /**
     * More about it; what is in it depends on its code or action.
     */
    details: {
      [k: string]: unknown;
    };
    /**
     * What the error means, and what to do about it.
     */
    doc_url: string;
  };
  meta: Meta;
}
