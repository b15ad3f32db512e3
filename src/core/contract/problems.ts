/** The values of `code` in our server's error responses, beside Django's `detail` or messages by field. */
export const problemCodes = [
  'invalid', // 400, with messages by field
  'key_required', // 400: our client's write arrived without an idempotency key; nothing was changed
  'not_authenticated', // 401
  'invalid_credentials', // 401 on login
  'invalid_code', // 400: this user has no such reset code, or it was used or has expired
  'csrf_failed', // 403: the client should fetch a new anti-forgery token and retry once
  'registration_closed', // 403: accounts cannot be created here, or only with an invitation
  'account_closed', // 403 on login with the right password; `agent` is the id of the account
  'not_a_page', // 403: a browser opened the address as a page
  'session_needed', // 403: the request used an API token, but this call needs a session
  'visitors_only', // 403: the session is limited to a kiosk; `agent` is the id of its agent
  'token_only_reads', // 403: this API token cannot write
  'wrong_agent', // 403: the session does not belong to the agent in X-Agent-Id
  'not_yours', // 403: another agent added this property, so this agent cannot change it
  'not_found', // 404
  'method_not_allowed', // 405
  'not_unique', // 409: another record has a value that must be unique; only other servers send this code
  'in_use', // 409: other records refer to the record that was to be deleted
  'too_slow', // 408: the body did not arrive in time
  'key_in_progress', // 409, with Retry-After: a request with the same idempotency key is still being processed
  'history_changed', // 409: this database does not have the history that the device knows; nothing was changed
  'save_is_old', // 409: a later save of this survey session is already stored
  'survey_completed', // 409: the session was submitted and can no longer change
  'cursor_too_old', // 410: the cursor is invalid or has expired; the device should read the feed again without one
  'record_deleted', // 410 to a create: another device deleted the record, so the server does not create it again
  'version_is_stale', // 412, with the current record as `record`
  'unread_below', // 412 to a deletion, with the current record as `record`: the device has not read every child that is deleted with it
  'too_large', // 413
  'wrong_media_type', // 415
  'key_reused', // 422: the idempotency key was used for another request
  'not_an_image', // 422
  'dependency_failed', // 424: an earlier operation of the same batch, to which this one refers, failed
  'too_many_attempts', // 429, with Retry-After
  'server_error', // 500
  'busy', // 503, with Retry-After
  'disk_full', // 503, with Retry-After
] as const

export type ProblemCode = (typeof problemCodes)[number]
