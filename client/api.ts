/**
 * Types of every operation of the API, in the shape that openapi-fetch takes.
 * Written by `npm run client` from the routes; a test keeps them equal.
 */

export interface Paths {
  '/api/v1/health': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              status: 'ok';
              timestamp: string;
              meta: {
                version: 'v1';
              };
            };
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/provision': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            ip_address?: string;
            service_id?: number;
            hostname?: string;
            client_name?: string;
            client_email?: string;
            product_slug?: string;
            plan_slug?: string;
            mrr?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | EndpointLimitExceededProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/provision': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            ip_address?: string;
            service_id?: number;
            hostname?: string;
            client_name?: string;
            client_email?: string;
            product_slug?: string;
            plan_slug?: string;
            mrr?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | EndpointLimitExceededProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/suspend': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/suspend': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/resume': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | EndpointLimitExceededProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/resume': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | EndpointLimitExceededProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/terminate': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/terminate': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoint_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/endpoints': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          status?: 'active' | 'paused';
          search?: string;
          per_page?: number;
          page?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Endpoint[];
              links: {
                first: string;
                last: string;
                prev: string | null;
                next: string | null;
              };
              meta: {
                current_page: number;
                per_page: number;
                /**
                 * Counted up to 5,000; total_is_exact tells whether there are more.
                 */
                total: number;
                total_is_exact: boolean;
                next_cursor: string | null;
                endpoint_limit: number | null;
                current_endpoint_count: number;
                status_counts: {
                  active: number;
                  paused: number;
                };
              };
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
            /**
             * IPv4 or IPv6 address, or a hostname.
             */
            ip_address: string;
            nickname?: string;
            status?: 'active' | 'paused';
            client_name?: string;
            client_email?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Endpoint;
              links: {
                self: string;
              };
              meta: Meta;
              note?: string;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              data: Endpoint;
              links: {
                self: string;
              };
              meta: Meta;
              note?: string;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | Problem403Text
              | OriginMismatchProblem
              | EndpointLimitExceededProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': DnsResolutionFailedProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/endpoints/{endpoint}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Endpoint;
              links: {
                self: string;
              };
              meta: Meta;
              note?: string;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    put: {
      parameters: {
        path: {
          endpoint: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
            nickname?: string;
            status?: 'active' | 'paused';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Endpoint;
              links: {
                self: string;
              };
              meta: Meta;
              note?: string;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | Problem403Text
              | OriginMismatchProblem
              | EndpointLimitExceededProblem;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | Problem403Text
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/endpoints/{endpoint}/detail': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Endpoint;
              latest_scan: {
                open_ports: number[];
                status: 'completed';
                scan_duration_ms: number;
                scanned_at: string;
              } | null;
              /**
               * @maxItems 10
               */
              alerts:
                | []
                | [AlertSummary]
                | [AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary, AlertSummary]
                | [
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary
                  ]
                | [
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary
                  ]
                | [
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary,
                    AlertSummary
                  ];
              whitelisted_ports: string[];
              new_ports: number[];
              closed_ports: number[];
              /**
               * Open ports that stayed silent in the last scan: closed when the next scan finds them silent too.
               */
              suspected_closed_ports: number[];
              condition: EndpointCondition | null;
              /**
               * Says that the address is excluded from scanning.
               */
              note?: string;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/settings/customer-additions': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: CustomerAdditions;
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            mode: 'off' | 'within_capacity' | 'on';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: CustomerAdditions;
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/scan-endpoint': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            endpoint_id: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            'application/json': {
              success: true;
              data: {
                scan_id: string;
                status: 'pending';
                cooldown_seconds: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': EndpointNotActiveProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': RateLimitedProblem | Refusal;
          };
        };
        500: {
          content: {
            'application/json': ScanDispatchFailedProblem | InternalErrorProblem;
          };
        };
        503: {
          content: {
            'application/json': ScanningUnavailableProblem;
          };
        };
      };
    };
  };
  '/api/v1/endpoints/{endpoint}/scans': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          per_page?: number;
          page?: number;
        };
        path: {
          endpoint: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: Scan[];
              links: {
                first: string;
                last: string;
                prev: string | null;
                next: string | null;
              };
              meta: {
                current_page: number;
                per_page: number;
                total: number;
              };
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/scans/{scan}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          scan: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: ScanDetail;
              links: {
                self: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/provision-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
            service_id: number;
            client_name?: string;
            client_email?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | DomainLimitExceededProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/provision-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
            service_id: number;
            client_name?: string;
            client_email?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | DomainLimitExceededProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/suspend-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/suspend-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/resume-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | DomainLimitExceededProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/resume-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | DomainLimitExceededProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/terminate-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/terminate-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/update-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': DomainAlreadyExistsProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/update-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
            /**
             * A domain name of at most 253 characters: one that can be registered, or one under it. A full URL is reduced to its host name first.
             */
            domain: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'active' | 'paused' | 'terminated';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': DomainAlreadyExistsProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/release-domain': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            monitored_domain_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                monitored_domain_id: string;
                domain: string;
                status: 'terminated';
                released: true;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/domains': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          status?: 'active' | 'paused' | 'terminated';
          search?: string;
          limit?: number;
          offset?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                domains: MonitoredDomain[];
                total: number;
                has_more: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                domain: MonitoredDomainDetail;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}/verification': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                verification: DomainVerification;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/domains/{id}/verification/check': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                verification: DomainVerification;
                record_found: boolean;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': DomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
        503: {
          content: {
            'application/json': DnsLookupFailedProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/leaked-credentials': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          domain_id?: string;
          severity?: 'low' | 'medium' | 'high' | 'critical';
          status?: 'open' | 'acknowledged' | 'resolved';
          since?: string;
          limit?: number;
          offset?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                leaked_credentials: LeakedCredential[];
                total: number;
                has_more: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/dark-web': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          domain_id?: string;
          severity?: 'low' | 'medium' | 'high' | 'critical';
          status?: 'open' | 'acknowledged' | 'resolved';
          since?: string;
          limit?: number;
          offset?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                dark_web: DarkWebFinding[];
                total: number;
                has_more: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/alerts': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          status?: 'open' | 'acknowledged' | 'resolved';
          severity?: 'low' | 'medium' | 'high' | 'critical';
          kind?: 'breach' | 'stealer_log' | 'combolist' | 'paste' | 'ransomware_claim' | 'forum' | 'market';
          domain_id?: string;
          sort?: 'created_at' | 'severity' | 'last_detected_at';
          order?: 'asc' | 'desc';
          limit?: number;
          offset?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alerts: DomainAlert[];
                total: number;
                has_more: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/alerts/{id}': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedDomainAlert;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/alerts/{id}/acknowledge': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedDomainAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': AlertStateConflictProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/alerts/{id}/resolve': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedDomainAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/domain-monitoring/summary': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                domains: {
                  active: number;
                  paused: number;
                  quota_paused: number;
                  verified: number;
                  total: number;
                };
                leaked_credentials: {
                  critical: number;
                  high: number;
                  medium: number;
                  low: number;
                  total: number;
                };
                dark_web: {
                  critical: number;
                  high: number;
                  medium: number;
                  low: number;
                  total: number;
                };
                open_alerts: {
                  critical: number;
                  high: number;
                  medium: number;
                  low: number;
                  total: number;
                };
                acknowledged_alerts: number;
                last_scan_at: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/provision-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
            plan_slug?: string;
            quantity?: number;
            mrr?: number;
            client_name?: string;
            client_email?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                product_slug: string;
                plan_slug: string | null;
                quantity: number | null;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                product_slug: string;
                plan_slug: string | null;
                quantity: number | null;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/provision-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
            plan_slug?: string;
            quantity?: number;
            mrr?: number;
            client_name?: string;
            client_email?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                product_slug: string;
                plan_slug: string | null;
                quantity: number | null;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                product_slug: string;
                plan_slug: string | null;
                quantity: number | null;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/suspend-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': SubscriptionNotChangeableProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/suspend-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': SubscriptionNotChangeableProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/resume-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': SubscriptionNotChangeableProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/resume-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': SubscriptionNotChangeableProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/terminate-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/terminate-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                subscription_id: string;
                status: 'active' | 'suspended' | 'cancelled';
                note?: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | BillingClientNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/change-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
            new_plan_slug?: string;
            new_quantity?: number;
            force?: boolean;
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                changed: boolean;
                subscription_id: string;
                plan_slug: string | null;
                quantity: number;
                direction: ('upgrade' | 'downgrade' | 'lateral') | null;
                previous_plan_slug: string | null;
                previous_quantity: number;
                effective_at: string | null;
                dry_run?: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': DowngradeUsageExceededProblem | SubscriptionNotChangeableProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/provisioning/change-subscription': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            service_id: number;
            product_slug: string;
            new_plan_slug?: string;
            new_quantity?: number;
            force?: boolean;
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                changed: boolean;
                subscription_id: string;
                plan_slug: string | null;
                quantity: number;
                direction: ('upgrade' | 'downgrade' | 'lateral') | null;
                previous_plan_slug: string | null;
                previous_quantity: number;
                effective_at: string | null;
                dry_run?: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': ProductNotFoundProblem | SubscriptionNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': DowngradeUsageExceededProblem | SubscriptionNotChangeableProblem | Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/sync-services': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * @minItems 1
             * @maxItems 500
             */
            services: [
              {
                service_id: number;
                client_id: number;
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                status: 'active' | 'suspended' | 'cancelled';
              },
              ...{
                service_id: number;
                client_id: number;
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                status: 'active' | 'suspended' | 'cancelled';
              }[]
            ];
            module_version?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                changed: number;
                unchanged: number;
                unknown_services: {
                  client_id: number;
                  service_id: number;
                  product_slug: string;
                }[];
                enforcement:
                  | []
                  | {
                      [k: string]: {
                        domain_monitoring: {
                          product_type: string;
                          /**
                           * Null: not capped.
                           */
                          capacity: number | null;
                          usage: number;
                          over_quota: boolean;
                          newly_paused: string[];
                          unpaused: string[];
                        };
                        port_monitoring: {
                          product_type: string;
                          /**
                           * Null: not capped.
                           */
                          capacity: number | null;
                          usage: number;
                          over_quota: boolean;
                          newly_paused: string[];
                          unpaused: string[];
                        };
                      };
                    };
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/prices': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                prices: Price[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/billing/pricing': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            /**
             * @minItems 1
             * @maxItems 500
             */
            prices: [
              {
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                plan_slug?: string;
                currency: string;
                billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
                amount?: number;
                setup_fee?: number;
              },
              ...{
                product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
                plan_slug?: string;
                currency: string;
                billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
                amount?: number;
                setup_fee?: number;
              }[]
            ];
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                created: number;
                updated: number;
                unchanged: number;
                prices: Price[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: {
          product_slug?: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
          plan_slug?: string;
          currency?: string;
          billing_cycle?: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            product_slug?: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
            plan_slug?: string;
            currency?: string;
            billing_cycle?: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                deleted: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/alerts': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
          severity?: 'low' | 'medium' | 'high' | 'critical';
          endpoint_id?: string;
          limit?: number;
          offset?: number;
          sort?: 'created_at' | 'severity' | 'last_detected_at';
          order?: 'asc' | 'desc';
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alerts: Alert[];
                /**
                 * Counted up to 5,000; total_is_exact tells whether there are more.
                 */
                total: number;
                total_is_exact: boolean;
                has_more: boolean;
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/summary': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
          status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                critical: number;
                high: number;
                medium: number;
                low: number;
                total: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/endpoint-summary': {
    get: {
      parameters: {
        query: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                endpoints: {
                  endpoint_id: string;
                  ip_address: string;
                  nickname: string;
                  total_open: number;
                  critical: number;
                  high: number;
                  medium: number;
                  low: number;
                }[];
                totals: {
                  port_alerts_open: number;
                };
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedAlert;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        404: {
          content: {
            'application/json': Problem404;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/{id}/remediation': {
    get: {
      parameters: {
        query?: {
          platform?: 'ufw' | 'iptables' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'generic';
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                platform_options: {
                  [k: string]: string;
                };
                selected_platform: 'ufw' | 'iptables' | 'aws_sg' | 'gcp_fw' | 'azure_nsg' | 'generic';
                commands: {
                  [k: string]: string;
                };
                warning: string | null;
                docs_url: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        404: {
          content: {
            'application/json': Problem404;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/{id}/resolve': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        404: {
          content: {
            'application/json': Problem404;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/{id}/acknowledge': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        404: {
          content: {
            'application/json': Problem404;
          };
        };
        409: {
          content: {
            'application/json': Problem409 | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/{id}/false-positive': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        404: {
          content: {
            'application/json': Problem404;
          };
        };
        409: {
          content: {
            'application/json': Problem409 | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/alerts/{id}/reopen': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: ExplainedAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': Problem403;
          };
        };
        404: {
          content: {
            'application/json': Problem404;
          };
        };
        409: {
          content: {
            'application/json': Problem409 | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': Problem500;
          };
        };
      };
    };
  };
  '/api/v1/monitoring/alerts': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          kind?: 'port' | 'certificate' | 'leaked_credentials' | 'dark_web';
          subject?: 'endpoint' | 'domain';
          endpoint_id?: string;
          domain_id?: string;
          status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
          severity?: 'low' | 'medium' | 'high' | 'critical';
          limit?: number;
          offset?: number;
          sort?: 'created_at' | 'severity' | 'last_detected_at';
          order?: 'asc' | 'desc';
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alerts: MonitoringAlert[];
                /**
                 * Counted up to 5,000; total_is_exact tells whether there are more.
                 */
                total: number;
                total_is_exact: boolean;
                has_more: boolean;
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: MonitoringAlert;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/acknowledge': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: MonitoringAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': AlertStateConflictProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/resolve': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: MonitoringAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/false-positive': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
            /**
             * The alert is open again when this time, up to a year ahead, has passed. Absent: it stays as it is.
             */
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: MonitoringAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': AlertStateConflictProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/monitoring/alerts/{id}/reopen': {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                alert: MonitoringAlert;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AlertNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': AlertStateConflictProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/whitelists': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          endpoint_id?: string;
          per_page?: number;
          page?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: AllowedPortsRule[];
              links: {
                first: string;
                last: string;
                prev: string | null;
                next: string | null;
              };
              meta: {
                current_page: number;
                per_page: number;
                total: number;
              };
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            endpoint_id?: string;
            port_start: number;
            port_end?: number;
            protocol?: 'tcp' | 'udp' | 'both';
            description?: string;
            /**
             * When the rule ends, up to a year ahead.
             */
            expires_at?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: AllowedPortsRule;
              links: {
                self: string;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              data: AllowedPortsRule;
              links: {
                self: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | Problem403Text
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/whitelists/{id}': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: AllowedPortsRule;
              links: {
                self: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | Problem403Text;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody?: {
        content: {
          'application/json': {
            billing_customer_id?: number;
            port_start?: number;
            port_end?: number;
            protocol?: 'tcp' | 'udp' | 'both';
            description?: string;
            /**
             * When the rule ends, up to a year ahead.
             */
            expires_at?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: AllowedPortsRule;
              links: {
                self: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | Problem403Text
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        409: {
          content: {
            'application/json': RuleAlreadyExistsProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    delete: {
      parameters: {
        query?: {
          billing_customer_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | Problem403Text
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': Problem404Text;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/firewall/ingest': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            billing_customer_id: number;
            endpoint_id: string;
            dump: string;
            format?: 'auto' | 'iptables' | 'nftables' | 'ufw' | 'firewalld';
            mode?: 'preview' | 'apply';
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                format: 'iptables' | 'nftables' | 'ufw' | 'firewalld';
                default_policy: 'accept' | 'drop' | 'reject' | 'unknown';
                open_ports: {
                  port_start: number;
                  port_end: number;
                  protocol: 'tcp' | 'udp';
                  /**
                   * `any`, addresses, or what else a client must have, such as an interface.
                   */
                  source: string;
                  /**
                   * Lines of the dump that decided it, from 1; of JSON, objects of its list.
                   */
                  lines: number[];
                }[];
                restricted: {
                  port_start: number;
                  port_end: number;
                  protocol: 'tcp' | 'udp';
                  /**
                   * `any`, addresses, or what else a client must have, such as an interface.
                   */
                  source: string;
                  /**
                   * Lines of the dump that decided it, from 1; of JSON, objects of its list.
                   */
                  lines: number[];
                }[];
                unknown: {
                  line: number;
                  text: string;
                  reason: string;
                }[];
                unknown_ports: {
                  port_start: number;
                  port_end: number;
                  protocol: 'tcp' | 'udp';
                }[];
                notes: string[];
                rules_created: number;
                rules_existing: number;
                alerts_resolved: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/notifications/settings': {
    get: {
      parameters: {
        query: {
          client_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                /**
                 * False: no mail server is set up, so nothing is sent.
                 */
                mail_available: boolean;
                settings: {
                  port_alerts: boolean;
                  port_alerts_min_severity: 'low' | 'medium' | 'high' | 'critical';
                  domain_alerts: boolean;
                  /**
                   * Alerts of other kinds, as `kind` of GET /monitoring/alerts names them.
                   */
                  kinds: {
                    [k: string]: {
                      /**
                       * What such alerts are about, as `leaks about your domains`.
                       */
                      title: string;
                      enabled: boolean;
                      min_severity: ('low' | 'medium' | 'high' | 'critical') | null;
                    };
                  };
                };
                recipients: NotificationRecipient[];
                max_added_recipients: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        404: {
          content: {
            'application/json': CustomerNotFoundProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            port_alerts?: boolean;
            port_alerts_min_severity?: 'low' | 'medium' | 'high' | 'critical';
            domain_alerts?: boolean;
            kinds?: {
              [k: string]: {
                enabled?: boolean;
                min_severity?: ('low' | 'medium' | 'high' | 'critical') | null;
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                /**
                 * False: no mail server is set up, so nothing is sent.
                 */
                mail_available: boolean;
                settings: {
                  port_alerts: boolean;
                  port_alerts_min_severity: 'low' | 'medium' | 'high' | 'critical';
                  domain_alerts: boolean;
                  /**
                   * Alerts of other kinds, as `kind` of GET /monitoring/alerts names them.
                   */
                  kinds: {
                    [k: string]: {
                      /**
                       * What such alerts are about, as `leaks about your domains`.
                       */
                      title: string;
                      enabled: boolean;
                      min_severity: ('low' | 'medium' | 'high' | 'critical') | null;
                    };
                  };
                };
                recipients: NotificationRecipient[];
                max_added_recipients: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': CustomerNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/notifications/recipients': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            email: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                recipient: NotificationRecipient;
              };
              meta: Meta;
            };
          };
        };
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                recipient: NotificationRecipient;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem
              | RecipientLimitExceededProblem;
          };
        };
        404: {
          content: {
            'application/json': CustomerNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': MailNotSetUpProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': ConfirmationSentRecentlyProblem | Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/notifications/recipients/{id}': {
    delete: {
      parameters: {
        query?: {
          client_id?: number;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': RecipientNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/sso/token': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            client_id: number;
            client_name?: string;
            client_email?: string;
            redirect_path?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                token: string;
                expires_at: string;
                expires_in: number;
                redirect_url: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': TenantNotFoundProblem | Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': BillingClientNotFoundProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/account/sandbox': {
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            enabled: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                enabled: boolean;
                changed: boolean;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/sandbox/scenarios': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                scenarios: {
                  scenario: 'clean' | 'warnings' | 'critical';
                  description: string;
                }[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/sandbox/scenario': {
    get: {
      parameters: {
        query?: {
          endpoint_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                scenario: 'clean' | 'warnings' | 'critical';
                endpoint_id: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            scenario: 'clean' | 'warnings' | 'critical';
            endpoint_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                scenario: 'clean' | 'warnings' | 'critical';
                endpoint_id: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/sandbox/scan': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            endpoint_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                scan_id: string;
                status: 'completed';
                open_ports: number[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': EndpointNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': EndpointNotActiveProblem | Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/sandbox/reset': {
    post: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                reset: true;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/customers': {
    get: {
      parameters: {
        query?: {
          search?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                customers: ListedCustomer[];
                has_more: boolean;
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}': {
    get: {
      parameters: {
        path: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: Customer;
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        404: {
          content: {
            'application/json': CustomerNotFoundProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/subscriptions': {
    get: {
      parameters: {
        query?: {
          billing_customer_id?: number;
          status?: 'active' | 'suspended' | 'cancelled';
          product_slug?: 'port_monitoring' | 'domain_monitoring';
          per_page?: number;
          page?: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              data: ListedSubscription[];
              links: {
                first: string;
                last: string;
                prev: string | null;
                next: string | null;
              };
              meta: {
                current_page: number;
                per_page: number;
                total: number;
              };
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/session': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                portal: PortalBranding;
                signed_in:
                  | (
                      | {
                          kind: 'customer';
                          billing_customer_id: number;
                          name: string | null;
                          expires_at: string;
                        }
                      | {
                          kind: 'administrator';
                          id: string;
                          email: string;
                          name: string | null;
                          second_factor: boolean;
                          sandbox_enabled: boolean;
                          expires_at: string;
                        }
                    )
                  | null;
              };
              meta: Meta;
            };
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem;
          };
        };
        404: {
          content: {
            'application/json': PortalNotFoundProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            email: string;
            password: string;
            code?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                portal: PortalBranding;
                signed_in:
                  | (
                      | {
                          kind: 'customer';
                          billing_customer_id: number;
                          name: string | null;
                          expires_at: string;
                        }
                      | {
                          kind: 'administrator';
                          id: string;
                          email: string;
                          name: string | null;
                          second_factor: boolean;
                          sandbox_enabled: boolean;
                          expires_at: string;
                        }
                    )
                  | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': SignInFailedProblem | SecondFactorRequiredProblem;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': PortalNotFoundProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    delete: {
      parameters: {};
      responses: {
        204: {
          content?: null;
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | OriginMismatchProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/administrator': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                administrator: Administrator;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/administrator/password': {
    put: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            current_password: string;
            new_password: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
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
              success: true;
              data: {
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
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': SecondFactorStateConflictProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    delete: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
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
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': SecondFactorStateConflictProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/administrator/second-factor/confirm': {
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            code: string;
          };
        };
      };
      responses: {
        204: {
          content?: null;
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': SecondFactorStateConflictProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/administrator/sessions': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                sessions: {
                  id: string;
                  user_agent: string | null;
                  created_at: string;
                  last_used_at: string | null;
                  expires_at: string;
                  is_current: boolean;
                }[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
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
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': SessionNotFoundProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/administrators': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                administrators: Administrator[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            email: string;
            name?: string;
            password: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                administrator: Administrator;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': AdministratorAlreadyExistsProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
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
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': AdministratorNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': LastAdministratorProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/customers/{billing_customer_id}/sessions': {
    delete: {
      parameters: {
        path: {
          billing_customer_id: number;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                billing_customer_id: number;
                sessions_ended: number;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              | TenantMismatchProblem
              | AccountSuspendedProblem
              | SandboxDisabledProblem
              | AccessDeniedProblem
              | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': CustomerNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/keys': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                keys: ApiKey[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            name: string;
            portal_domain?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                id: string;
                portal_domain: string;
                /**
                 * Shown this once: only its hash is kept.
                 */
                api_key: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': PortalDomainNotVerifiedProblem | KeyLimitExceededProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
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
            overlap_seconds?: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                id: string;
                portal_domain: string;
                /**
                 * Shown this once: only its hash is kept.
                 */
                api_key: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': KeyNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': PortalDomainNotVerifiedProblem | KeyLimitExceededProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
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
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': KeyNotFoundProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/branding': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                branding: Branding;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    put: {
      parameters: {};
      requestBody?: {
        content: {
          'application/json': {
            display_name?: string;
            accent_colour?: string;
            support_url?: string;
            support_email?: string;
            logo?: string;
            remove_logo?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                branding: Branding;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/portal-domains': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                portal_domains: PortalDomain[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
    post: {
      parameters: {};
      requestBody: {
        content: {
          'application/json': {
            domain: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            'application/json': {
              success: true;
              data: {
                portal_domain: PortalDomain;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': PortalDomainTakenProblem | PortalDomainLimitExceededProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
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
              success: true;
              data: {
                portal_domain: PortalDomain;
                record_found: boolean;
                message: string;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': PortalDomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': PortalDomainTakenProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
        503: {
          content: {
            'application/json': DnsLookupFailedProblem;
          };
        };
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
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        404: {
          content: {
            'application/json': PortalDomainNotFoundProblem;
          };
        };
        409: {
          content: {
            'application/json': LastPortalDomainProblem;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/plans': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                plans: Plan[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/plans/port_monitoring/{plan_slug}': {
    put: {
      parameters: {
        path: {
          plan_slug: string;
        };
      };
      requestBody: {
        content: {
          'application/json': {
            capacity: number;
            scan_interval_seconds?: number;
            ports?: string;
            protocols?: 'tcp' | 'tcp+udp';
            max_packets_per_second?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                plan: {
                  product_slug: 'port_monitoring';
                  plan_slug: string;
                  /**
                   * Endpoints that the plan pays for.
                   */
                  capacity: number;
                  /**
                   * Null: the installation's interval. One that is shorter than the installation allows is not used.
                   */
                  scan_interval_seconds: number | null;
                  /**
                   * TCP ports: top-1000, full, or port ranges.
                   */
                  ports: string;
                  /**
                   * tcp+udp: besides, the UDP ports of the risk table.
                   */
                  protocols: 'tcp' | 'tcp+udp';
                  /**
                   * Ceiling for each of its endpoints. Null: the installation's.
                   */
                  max_packets_per_second: number | null;
                };
                changed: boolean;
                customers: number;
                newly_paused: string[];
                unpaused: string[];
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem | OriginMismatchProblem;
          };
        };
        409: {
          content: {
            'application/json': Refusal;
          };
        };
        413: {
          content: {
            'application/json': Refusal;
          };
        };
        415: {
          content: {
            'application/json': Refusal;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/audit': {
    get: {
      parameters: {
        query?: {
          action?: string;
          subject_id?: string;
          billing_customer_id?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: {
                entries: AuditEntry[];
                has_more: boolean;
                next_cursor: string | null;
              };
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json': TenantMismatchProblem | AccountSuspendedProblem | AccessDeniedProblem;
          };
        };
        422: {
          content: {
            'application/json': Refusal;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
  '/api/v1/account': {
    get: {
      parameters: {};
      responses: {
        200: {
          content: {
            'application/json': {
              success: true;
              data: Account;
              meta: Meta;
            };
          };
        };
        401: {
          content: {
            'application/json': Refusal;
          };
        };
        403: {
          content: {
            'application/json':
              TenantMismatchProblem | AccountSuspendedProblem | SandboxDisabledProblem | AccessDeniedProblem;
          };
        };
        429: {
          content: {
            'application/json': Refusal;
          };
        };
        500: {
          content: {
            'application/json': InternalErrorProblem;
          };
        };
      };
    };
  };
}
/**
 * Authentication, validation and throttling failures.
 */
export interface Refusal {
  status: 'error';
  message: string;
  errors: {
    [k: string]: string[];
  };
}
export interface InternalErrorProblem {
  success: false;
  error: {
    code: 'INTERNAL_ERROR';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Meta {
  version: 'v1';
  timestamp: string;
}
export interface TenantNotFoundProblem {
  success: false;
  error: {
    code: 'TENANT_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface TenantMismatchProblem {
  success: false;
  error: {
    code: 'TENANT_MISMATCH';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface AccountSuspendedProblem {
  success: false;
  error: {
    code: 'ACCOUNT_SUSPENDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface SandboxDisabledProblem {
  success: false;
  error: {
    code: 'SANDBOX_DISABLED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface AccessDeniedProblem {
  success: false;
  error: {
    code: 'ACCESS_DENIED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface OriginMismatchProblem {
  success: false;
  error: {
    code: 'ORIGIN_MISMATCH';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface EndpointLimitExceededProblem {
  success: false;
  error: {
    code: 'ENDPOINT_LIMIT_EXCEEDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface EndpointNotFoundProblem {
  success: false;
  error: {
    code: 'ENDPOINT_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Endpoint {
  id: string;
  ip_address: string;
  hostname: string;
  nickname: string;
  platform: string | null;
  status: 'active' | 'paused' | 'terminated';
  /**
   * Paused by the platform because paid capacity does not cover it.
   */
  quota_paused: boolean;
  /**
   * Seconds between two manual scans.
   */
  nmap_cooldown_seconds: number;
  last_scan_at: string | null;
  next_scan_at: string | null;
  created_at: string;
  updated_at: string;
  billing_customer_id: number;
}
export interface Problem403Text {
  success: false;
  error: {
    code: '403';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface DnsResolutionFailedProblem {
  success: false;
  error: {
    code: 'DNS_RESOLUTION_FAILED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Problem404Text {
  success: false;
  error: {
    code: '404';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface AlertSummary {
  id: string;
  port: number;
  protocol: 'tcp' | 'udp';
  service: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  risk_level: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  title: string;
  first_detected_at: string;
  last_detected_at: string;
}
/**
 * Why nothing can be said of the ports now; alerts stay as they were.
 */
export interface EndpointCondition {
  kind: 'unreachable' | 'answers_everything';
  since: string;
  explanation: string;
}
export interface CustomerAdditions {
  /**
   * Which servers customers may add themselves in the portal. off: none; within_capacity: what they pay for, and none before they ever bought; on: the same, and any number before they ever bought.
   */
  mode: 'off' | 'within_capacity' | 'on';
}
export interface EndpointNotActiveProblem {
  success: false;
  error: {
    code: 'ENDPOINT_NOT_ACTIVE';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface RateLimitedProblem {
  success: false;
  error: {
    code: 'RATE_LIMITED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ScanDispatchFailedProblem {
  success: false;
  error: {
    code: 'SCAN_DISPATCH_FAILED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ScanningUnavailableProblem {
  success: false;
  error: {
    code: 'SCANNING_UNAVAILABLE';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Scan {
  id: string;
  endpoint_id: string;
  trigger: 'scheduled' | 'manual';
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  engine: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  scan_duration_ms: number | null;
  host_answered: boolean | null;
  ports_scanned: number | null;
  open_ports_count: number | null;
  /**
   * Why a failed scan has no result, as `code: sentence`.
   */
  error: string | null;
}
/**
 * open_ports is null unless the scan completed.
 */
export interface ScanDetail {
  id: string;
  endpoint_id: string;
  trigger: 'scheduled' | 'manual';
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  engine: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  scan_duration_ms: number | null;
  host_answered: boolean | null;
  ports_scanned: number | null;
  open_ports_count: number | null;
  /**
   * Why a failed scan has no result, as `code: sentence`.
   */
  error: string | null;
  open_ports: number[] | null;
}
export interface DomainLimitExceededProblem {
  success: false;
  error: {
    code: 'DOMAIN_LIMIT_EXCEEDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface DomainNotFoundProblem {
  success: false;
  error: {
    code: 'DOMAIN_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface DomainAlreadyExistsProblem {
  success: false;
  error: {
    code: 'DOMAIN_ALREADY_EXISTS';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface MonitoredDomain {
  id: string;
  domain: string;
  status: 'active' | 'paused' | 'terminated';
  quota_paused: boolean;
  verified: boolean;
  findings_count: number;
  open_alerts: number;
  last_scan_at: string | null;
  next_scan_at: string | null;
  created_at: string;
  updated_at: string;
  billing_customer_id: number;
}
export interface MonitoredDomainDetail {
  id: string;
  domain: string;
  status: 'active' | 'paused' | 'terminated';
  quota_paused: boolean;
  verified: boolean;
  findings_count: number;
  open_alerts: number;
  last_scan_at: string | null;
  next_scan_at: string | null;
  created_at: string;
  updated_at: string;
  billing_customer_id: number;
  scans: {
    id: string;
    domain: string;
    status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    findings_seen: number | null;
    findings_new: number | null;
    sources: {
      source: string;
      outcome: 'complete' | 'truncated' | 'failed';
      failure: ('not_authorised' | 'domain_not_verified' | 'rate_limited' | 'unavailable' | 'malformed') | null;
      error: string | null;
      findings: number;
      duration_ms: number;
    }[];
  }[];
}
export interface DomainVerification {
  domain_id: string;
  domain: string;
  verified: boolean;
  verified_at: string | null;
  checked_at: string | null;
  missing_since: string | null;
  record: {
    type: 'TXT';
    name: string;
    value: string;
  };
}
export interface DnsLookupFailedProblem {
  success: false;
  error: {
    code: 'DNS_LOOKUP_FAILED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface LeakedCredential {
  id: string;
  domain_id: string;
  domain: string;
  source: string;
  sources: string[];
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved';
  alert_id: string;
  published_at: string | null;
  first_seen_at: string;
  last_seen_at: string;
  attribution: {
    source: string;
    name: string;
    url: string | null;
    licence: string | null;
  }[];
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste';
  breach_name: string | null;
  identity: string | null;
  unnamed_identities: number;
  is_own_mailbox: boolean;
  data_classes: string[];
  secret_present: boolean;
  secret_format: ('clear_text' | 'hashed' | 'encrypted' | 'unknown') | null;
  malware_family: string | null;
  login_site: string | null;
  occurred_at: string | null;
}
export interface DarkWebFinding {
  id: string;
  domain_id: string;
  domain: string;
  source: string;
  sources: string[];
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved';
  alert_id: string;
  published_at: string | null;
  first_seen_at: string;
  last_seen_at: string;
  attribution: {
    source: string;
    name: string;
    url: string | null;
    licence: string | null;
  }[];
  kind: 'ransomware_claim' | 'paste' | 'forum' | 'market';
  actor: string | null;
  title: string;
  excerpt: string | null;
  source_url: string | null;
  claimed_at: string | null;
  match_type: 'exact_domain' | 'keyword';
  confidence: number;
}
export interface DomainAlert {
  id: string;
  domain_id: string;
  domain: string;
  finding_type: 'leaked_credential' | 'dark_web';
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste' | 'ransomware_claim' | 'forum' | 'market';
  source: string;
  breach_name: string | null;
  actor: string | null;
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved';
  title: string;
  findings_count: number;
  identities_count: number;
  own_mailboxes_count: number;
  clear_text_secrets_count: number;
  data_classes: string[];
  attribution: {
    source: string;
    name: string;
    url: string | null;
    licence: string | null;
  }[];
  created_at: string;
  first_detected_at: string;
  last_detected_at: string;
  acknowledged_at: string | null;
  resolved_at: string | null;
  resolution: ('manual' | 'domain_terminated') | null;
  billing_customer_id: number;
}
export interface ExplainedDomainAlert {
  id: string;
  domain_id: string;
  domain: string;
  finding_type: 'leaked_credential' | 'dark_web';
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste' | 'ransomware_claim' | 'forum' | 'market';
  source: string;
  breach_name: string | null;
  actor: string | null;
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved';
  title: string;
  findings_count: number;
  identities_count: number;
  own_mailboxes_count: number;
  clear_text_secrets_count: number;
  data_classes: string[];
  attribution: {
    source: string;
    name: string;
    url: string | null;
    licence: string | null;
  }[];
  created_at: string;
  first_detected_at: string;
  last_detected_at: string;
  acknowledged_at: string | null;
  resolved_at: string | null;
  resolution: ('manual' | 'domain_terminated') | null;
  billing_customer_id: number;
  explanation: string;
}
export interface AlertNotFoundProblem {
  success: false;
  error: {
    code: 'ALERT_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface AlertStateConflictProblem {
  success: false;
  error: {
    code: 'ALERT_STATE_CONFLICT';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ProductNotFoundProblem {
  success: false;
  error: {
    code: 'PRODUCT_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface BillingClientNotFoundProblem {
  success: false;
  error: {
    code: 'BILLING_CLIENT_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface SubscriptionNotFoundProblem {
  success: false;
  error: {
    code: 'SUBSCRIPTION_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface SubscriptionNotChangeableProblem {
  success: false;
  error: {
    code: 'SUBSCRIPTION_NOT_CHANGEABLE';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface DowngradeUsageExceededProblem {
  success: false;
  error: {
    code: 'DOWNGRADE_USAGE_EXCEEDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Price {
  product_slug: string;
  plan_slug: string | null;
  currency: string;
  billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
  /**
   * Exact to the cent.
   */
  amount: number;
  setup_fee: number | null;
  created_at: string;
  updated_at: string;
}
export interface Alert {
  id: string;
  port: number;
  protocol: 'tcp' | 'udp';
  service: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  risk_level: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  title: string;
  first_detected_at: string;
  last_detected_at: string;
  endpoint_id: string;
  ip_address: string;
  created_at: string;
  billing_customer_id: number;
  hostname: string;
  nickname: string;
  acknowledged_at: string | null;
  resolved_at: string | null;
  resolution: ('port_closed' | 'allowed' | 'manual' | 'endpoint_terminated') | null;
}
export interface Problem403 {
  success: false;
  error: {
    code: 403;
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Problem500 {
  success: false;
  error: {
    code: 500;
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ExplainedAlert {
  id: string;
  port: number;
  protocol: 'tcp' | 'udp';
  service: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  risk_level: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  title: string;
  first_detected_at: string;
  last_detected_at: string;
  endpoint_id: string;
  ip_address: string;
  created_at: string;
  billing_customer_id: number;
  hostname: string;
  nickname: string;
  acknowledged_at: string | null;
  resolved_at: string | null;
  resolution: ('port_closed' | 'allowed' | 'manual' | 'endpoint_terminated') | null;
  explanation: string;
}
export interface Problem404 {
  success: false;
  error: {
    code: 404;
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Problem409 {
  success: false;
  error: {
    code: 409;
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface MonitoringAlert {
  id: string;
  kind: string;
  subject: {
    type: 'endpoint' | 'domain';
    id: string;
    /**
     * The server's address, or the domain's name.
     */
    name: string;
    /**
     * What its customer calls the server; null of a domain.
     */
    nickname: string | null;
  };
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  title: string;
  explanation: string;
  /**
   * What was seen, in words.
   */
  facts: {
    label: string;
    value: string;
  }[];
  /**
   * Commands that end the cause, in the order to run them, for each platform. Null: there are none here; ports have GET /alerts/{id}/remediation.
   */
  remediation: {
    selected: string;
    platforms: {
      name: string;
      label: string;
      commands: {
        [k: string]: string;
      };
    }[];
  } | null;
  /**
   * What was seen, as its kind records it.
   */
  evidence: {
    [k: string]: unknown;
  };
  /**
   * What its kind and status allow; a kind may still refuse to reopen, as for a port that has closed.
   */
  actions: ('acknowledge' | 'false-positive' | 'resolve' | 'reopen')[];
  created_at: string;
  first_detected_at: string;
  last_detected_at: string;
  acknowledged_at: string | null;
  /**
   * When an alert that was acknowledged or marked for a time is open again; null: it stays as it is.
   */
  snoozed_until: string | null;
  resolved_at: string | null;
  resolution: string | null;
  billing_customer_id: number;
}
export interface AllowedPortsRule {
  id: string;
  /**
   * Null: all of the partner's customers.
   */
  billing_customer_id: number | null;
  /**
   * Null: every endpoint in scope.
   */
  endpoint_id: string | null;
  port_start: number;
  port_end: number;
  protocol: 'tcp' | 'udp' | 'both';
  description: string | null;
  source: 'manual' | 'firewall_ingest';
  created_at: string;
  updated_at: string;
  /**
   * From then on the rule covers nothing. Null: it has no end.
   */
  expires_at: string | null;
}
export interface RuleAlreadyExistsProblem {
  success: false;
  error: {
    code: 'RULE_ALREADY_EXISTS';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface NotificationRecipient {
  id: string;
  email: string;
  /**
   * billing: the address that the billing system tells; it need not confirm.
   */
  source: 'billing' | 'added';
  /**
   * Mail goes to active ones only. failing: the mail server refused the address for good.
   */
  status: 'pending' | 'active' | 'unsubscribed' | 'failing';
  /**
   * What the mail server said when it refused the address.
   */
  failure: string | null;
  /**
   * The last mail about alerts.
   */
  last_mail_at: string | null;
}
export interface CustomerNotFoundProblem {
  success: false;
  error: {
    code: 'CUSTOMER_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface RecipientLimitExceededProblem {
  success: false;
  error: {
    code: 'RECIPIENT_LIMIT_EXCEEDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface MailNotSetUpProblem {
  success: false;
  error: {
    code: 'MAIL_NOT_SET_UP';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ConfirmationSentRecentlyProblem {
  success: false;
  error: {
    code: 'CONFIRMATION_SENT_RECENTLY';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface RecipientNotFoundProblem {
  success: false;
  error: {
    code: 'RECIPIENT_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ListedCustomer {
  billing_customer_id: number;
  name: string | null;
  email: string | null;
  endpoints: number;
  domains: number;
  open_alerts: number;
  created_at: string;
}
export interface Customer {
  billing_customer_id: number;
  name: string | null;
  email: string | null;
  created_at: string;
  updated_at: string;
  services: {
    service_id: number;
    product_slug: string | null;
    plan_slug: string | null;
    /**
     * Monthly recurring revenue, exact to the cent.
     */
    mrr: number | null;
    created_at: string;
    updated_at: string;
  }[];
  subscriptions: {
    subscription_id: string;
    service_id: number;
    product_slug: 'port_monitoring' | 'domain_monitoring';
    plan_slug: string | null;
    quantity: number;
    /**
     * Monthly recurring revenue, exact to the cent.
     */
    mrr: number | null;
    status: 'active' | 'suspended' | 'cancelled';
    created_at: string;
    updated_at: string;
    windows: {
      state: 'active' | 'suspended' | 'cancelled';
      plan_slug: string | null;
      quantity: number;
      /**
       * Monthly recurring revenue, exact to the cent.
       */
      mrr: number | null;
      started_at: string;
      ended_at: string | null;
    }[];
  }[];
  domains: {
    monitored_domain_id: string;
    domain: string;
    status: 'active' | 'paused' | 'terminated';
    quota_paused: boolean;
    service_id: number;
    created_at: string;
  }[];
  endpoints: {
    active: number;
    paused: number;
    quota_paused: number;
  };
  capacity: {
    port_monitoring: {
      capacity: number | null;
      usage: number;
      over_quota: boolean;
    };
    domain_monitoring: {
      capacity: number | null;
      usage: number;
      over_quota: boolean;
    };
  };
}
export interface ListedSubscription {
  subscription_id: string;
  service_id: number;
  product_slug: 'port_monitoring' | 'domain_monitoring';
  plan_slug: string | null;
  quantity: number;
  /**
   * Monthly recurring revenue, exact to the cent.
   */
  mrr: number | null;
  status: 'active' | 'suspended' | 'cancelled';
  created_at: string;
  updated_at: string;
  billing_customer_id: number;
}
export interface PortalBranding {
  name: string;
  accent_colour: string;
  /**
   * The accent as it stays legible on light and on dark pages, and the text colour on it.
   */
  accent: {
    light: string;
    on_light: string;
    dark: string;
    on_dark: string;
  };
  logo_url: string | null;
  support_url: string | null;
  support_email: string | null;
}
export interface PortalNotFoundProblem {
  success: false;
  error: {
    code: 'PORTAL_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface SignInFailedProblem {
  success: false;
  error: {
    code: 'SIGN_IN_FAILED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface SecondFactorRequiredProblem {
  success: false;
  error: {
    code: 'SECOND_FACTOR_REQUIRED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Administrator {
  id: string;
  email: string;
  name: string | null;
  second_factor: boolean;
  created_at: string;
  last_signed_in_at: string | null;
}
export interface SecondFactorStateConflictProblem {
  success: false;
  error: {
    code: 'SECOND_FACTOR_STATE_CONFLICT';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface SessionNotFoundProblem {
  success: false;
  error: {
    code: 'SESSION_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface AdministratorAlreadyExistsProblem {
  success: false;
  error: {
    code: 'ADMINISTRATOR_ALREADY_EXISTS';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface AdministratorNotFoundProblem {
  success: false;
  error: {
    code: 'ADMINISTRATOR_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface LastAdministratorProblem {
  success: false;
  error: {
    code: 'LAST_ADMINISTRATOR';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface ApiKey {
  id: string;
  name: string;
  /**
   * What may be shown of the key.
   */
  prefix: string;
  portal_domain: string;
  status: 'valid' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}
export interface PortalDomainNotVerifiedProblem {
  success: false;
  error: {
    code: 'PORTAL_DOMAIN_NOT_VERIFIED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface KeyLimitExceededProblem {
  success: false;
  error: {
    code: 'KEY_LIMIT_EXCEEDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface KeyNotFoundProblem {
  success: false;
  error: {
    code: 'KEY_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Branding {
  display_name: string | null;
  accent_colour: string | null;
  support_url: string | null;
  support_email: string | null;
  logo: {
    type: string;
    bytes: number;
  } | null;
}
export interface PortalDomain {
  id: string;
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
    txt: {
      type: 'TXT';
      name: string;
      value: string;
    };
    cname: {
      type: 'CNAME';
      name: string;
      value: string;
    } | null;
  };
  created_at: string;
  verified_at: string | null;
  checked_at: string | null;
  /**
   * Since when the proof of a verified domain is missing.
   */
  missing_since: string | null;
}
export interface PortalDomainTakenProblem {
  success: false;
  error: {
    code: 'PORTAL_DOMAIN_TAKEN';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface PortalDomainLimitExceededProblem {
  success: false;
  error: {
    code: 'PORTAL_DOMAIN_LIMIT_EXCEEDED';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface PortalDomainNotFoundProblem {
  success: false;
  error: {
    code: 'PORTAL_DOMAIN_NOT_FOUND';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface LastPortalDomainProblem {
  success: false;
  error: {
    code: 'LAST_PORTAL_DOMAIN';
    message: string;
    details: {
      [k: string]: unknown;
    };
  };
  meta: Meta;
}
export interface Plan {
  product_slug: 'port_monitoring';
  plan_slug: string;
  /**
   * Endpoints that the plan pays for.
   */
  capacity: number;
  /**
   * Null: the installation's interval. One that is shorter than the installation allows is not used.
   */
  scan_interval_seconds: number | null;
  /**
   * TCP ports: top-1000, full, or port ranges.
   */
  ports: string;
  /**
   * tcp+udp: besides, the UDP ports of the risk table.
   */
  protocols: 'tcp' | 'tcp+udp';
  /**
   * Ceiling for each of its endpoints. Null: the installation's.
   */
  max_packets_per_second: number | null;
  subscriptions: number;
}
export interface AuditEntry {
  id: string;
  at: string;
  actor: {
    kind: 'api_key' | 'administrator' | 'customer' | 'operator' | 'system';
    id: string | null;
  };
  /**
   * subject.verb, as in endpoint.suspended
   */
  action: string;
  subject_id: string | null;
  billing_customer_id: number | null;
  request_id: string | null;
  details: {
    [k: string]: unknown;
  };
}
export interface Account {
  partner: {
    id: string;
    name: string;
  };
  /**
   * The one that the key is bound to.
   */
  portal_domain: string;
  sandbox: {
    enabled: boolean;
  };
  key: {
    prefix: string;
    name: string;
    expires_at: string | null;
  };
  limits: {
    requests_per_minute: {
      /**
       * Provisioning, sign-in, alerts, domain monitoring, firewall ingest.
       */
      strict: number;
      /**
       * Everything else.
       */
      default: number;
    };
    manual_scan_cooldown_seconds: number;
    /**
     * Resources of a customer that never had a subscription to the product. Null: any number.
     */
    unsubscribed_caps: {
      port_monitoring: number | null;
      domain_monitoring: number | null;
    };
  };
}
