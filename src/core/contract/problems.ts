/** Names of refusals that our server sends as `code`, beside Django's `detail` or field messages. */
export const problemCodes = [
  'invalid', // 400, with the fields named
  'key_required', // 400: our client wrote without an idempotency key; nothing was done
  'not_authenticated', // 401
  'invalid_credentials', // 401 on login
  'invalid_code', // 400: no such code for this name, or it is used or too old
  'csrf_failed', // 403: fetch a new anti-forgery token, try once more
  'registration_closed', // 403: no accounts are made here, or only by invitation
  'account_closed', // 403 on login, with the right password: `agent` is the id
  'not_a_page', // 403: a browser opened the address as a page
  'session_needed', // 403: an API token asked for what only a signed-in agent may do
  'visitors_only', // 403: a kiosk has narrowed the session; `agent` is whose it is
  'token_only_reads', // 403: an API token without the right to write
  'wrong_agent', // 403: the session belongs to somebody else than X-Agent-Id
  'not_yours', // 403: another agent has added it
  'not_found', // 404
  'method_not_allowed', // 405
  'not_unique', // 409
  'in_use', // 409: other records refer to it
  'too_slow', // 408: the body did not arrive in time
  'key_in_progress', // 409, with Retry-After
  'history_changed', // 409: the device knows another history of this database; nothing was done
  'save_is_old', // 409: a later save of this survey session is kept already
  'survey_completed', // 409: the session has been submitted for good
  'cursor_too_old', // 410
  'record_deleted', // 410: a device has made known that the record of this create is deleted
  'version_is_stale', // 412, with the current record as `record`
  'unread_below', // 412 to a deletion, with the current record as `record`: what it takes along is not all known to the device
  'too_large', // 413
  'wrong_media_type', // 415
  'key_reused', // 422: the same idempotency key came with other bytes
  'not_an_image', // 422
  'dependency_failed', // 424
  'too_many_attempts', // 429, with Retry-After
  'server_error', // 500
  'busy', // 503, with Retry-After
  'disk_full', // 503, with Retry-After
] as const

export type ProblemCode = (typeof problemCodes)[number]
