//! Callers: a file of bearer tokens and of subjects of client certificates, each with its scopes and its caller. The token of a call is compared in
//! constant time, and not logged.

use std::str::SplitWhitespace;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use game::refusal::{Reason, Refusal};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use subtle::{ConditionallySelectable, ConstantTimeEq};

use super::caller::{Caller, DEFAULT_CALLER, KnownCallers, Quota, is_name};
use super::{Scope, Scopes};
use crate::config;

/// The shortest and the longest token, in bytes.
const LENGTH_MIN: usize = 16;
const LENGTH_MAX: usize = 256;
/// The beginning of a line that names the subject of a client certificate in place of a token.
const SUBJECT_PREFIX: &str = "subject=";

/// The allowed callers; the file may change while the server runs.
pub struct Callers {
    path: String,
    defaults: Quota,
    /// The names that were ever used, and the file's text. After a text with a fault the text is `None`, so that the next text is always parsed, even
    /// the earlier one.
    last: Mutex<(KnownCallers, Option<String>)>,
    /// The meaning of the file; `None` if no file is configured.
    tokens: RwLock<Option<Arc<Tokens>>>,
    without_file: Grant,
}

/// The caller, and what it may do.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The caller.
    pub caller: Arc<Caller>,
    /// Its scopes.
    pub scopes: Scopes,
}

impl Callers {
    /// Reads the file at `path`; without a path, every caller has all scopes. `defaults` has the limits that a caller's line does not set.
    pub fn load(path: &str, defaults: Quota) -> Result<Callers, String> {
        let mut known = KnownCallers::default();
        let without_file = Caller::new(&mut known, DEFAULT_CALLER, DEFAULT_CALLER, defaults);
        let callers = Callers {
            path: path.to_owned(),
            defaults,
            last: Mutex::new((known, None)),
            tokens: RwLock::new(None),
            without_file: Grant { caller: Arc::new(without_file), scopes: Scopes::ALL },
        };
        callers.read()?;
        Ok(callers)
    }

    /// Reads the file again. Returns true if it had changed. If its text has a fault, the earlier tokens and subjects that it still
    /// lists hold. If it cannot be read at all, all of them hold.
    pub fn reload(&self) -> Result<bool, String> {
        self.read().map_err(|problem| format!("{}: {problem}", self.path))
    }

    fn read(&self) -> Result<bool, String> {
        if self.path.is_empty() {
            return Ok(false);
        }
        let text: String = config::read(&self.path)?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, before) = &mut *last;
        if before.as_ref() == Some(&text) {
            return Ok(false);
        }
        let (tokens, outcome) = match Tokens::read(&text, self.defaults, known) {
            Ok(tokens) => (Some(tokens), Ok(true)),
            Err(problem) => (self.tokens().map(|tokens| tokens.without_revoked(&text)), Err(problem)),
        };
        *before = outcome.is_ok().then_some(text);
        *self.tokens.write().unwrap_or_else(PoisonError::into_inner) = tokens.map(Arc::new);
        outcome
    }

    /// Finds the caller of a call with these headers. `subjects` are those of the client's certificate; empty without one.
    pub fn check(&self, headers: &HeaderMap, subjects: &[String]) -> Result<Grant, Refusal> {
        match self.tokens() {
            Some(tokens) => tokens.check(headers, subjects),
            None => Ok(self.without_file.clone()),
        }
    }

    /// True if more than one caller may share this replica.
    pub fn are_many(&self) -> bool {
        self.tokens().is_some_and(|tokens| tokens.are_many)
    }

    /// True if a line of the file names a subject of client certificates.
    pub fn have_subjects(&self) -> bool {
        self.tokens().is_some_and(|tokens| tokens.grants.iter().any(|(key, _)| is_subject(key)))
    }

    fn tokens(&self) -> Option<Arc<Tokens>> {
        self.tokens.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The content of a file of tokens. It has no debug form, so that secrets stay out of logs.
pub struct Tokens {
    /// The tokens and subjects as the file has them, and what they may do.
    grants: Vec<(String, Grant)>,
    are_many: bool,
}

impl Tokens {
    /// Reads a file: a line has a token or a subject, its scopes, and settings of its caller; `#` begins a comment.
    pub fn read(text: &str, defaults: Quota, known: &mut KnownCallers) -> Result<Tokens, String> {
        let mut grants: Vec<(String, Grant)> = Vec::new();
        for (index, key, words) in entries(text) {
            let at = |problem: String| format!("line {}: {problem}", index + 1);
            if !is_subject(key) && !(LENGTH_MIN..=LENGTH_MAX).contains(&key.len()) {
                let length = key.len();
                return Err(at(format!("a token has {LENGTH_MIN} to {LENGTH_MAX} characters, this one has {length}")));
            }
            if let Some((first, ..)) = entries(text).find(|&(line, other, _)| line < index && other == key) {
                return Err(at(format!("the same stands on line {}: one of them would win", first + 1)));
            }
            let (scopes, caller) = scopes_and_caller(words, defaults, known).map_err(at)?;
            let mut earlier = grants.iter().map(|(_, grant)| &grant.caller);
            if earlier.any(|other| other.name() == caller.name() && !other.has_same_limits(&caller)) {
                let name = caller.name();
                return Err(at(format!("the caller {name:?} has other limits or rooms on an earlier line")));
            }
            grants.push((key.to_owned(), Grant { caller: Arc::new(caller), scopes }));
        }
        let (_, first) = grants.first().ok_or("there is no token in it")?;
        let are_many = grants.iter().any(|(_, grant)| grant.caller.name() != first.caller.name());
        Ok(Tokens { grants, are_many })
    }

    /// Returns the tokens and subjects that `text` still lists.
    fn without_revoked(&self, text: &str) -> Tokens {
        let kept: Vec<&str> = entries(text).map(|(_, key, _)| key).collect();
        let grants = self.grants.iter().filter(|(key, _)| kept.contains(&key.as_str()));
        Tokens { grants: grants.cloned().collect(), are_many: self.are_many }
    }

    /// Finds the caller. A token counts before a certificate, so that one client may act for several callers.
    fn check(&self, headers: &HeaderMap, subjects: &[String]) -> Result<Grant, Refusal> {
        let is_shown = |subject: &str| subjects.iter().any(|shown| shown == subject);
        let of_subject = || self.grants.iter().find(|(key, _)| key.strip_prefix(SUBJECT_PREFIX).is_some_and(is_shown));
        let missing = || {
            let message = "the call carries no token; send the header authorization: Bearer TOKEN";
            Refusal::new(Reason::TOKEN_MISSING, message)
        };
        let Some(header) = headers.get(AUTHORIZATION) else {
            return of_subject().map(|(_, grant)| grant.clone()).ok_or_else(missing);
        };
        let bearer =
            header.as_bytes().split_at_checked(7).filter(|(scheme, _)| scheme.eq_ignore_ascii_case(b"bearer "));
        let (_, token) = bearer.ok_or_else(missing)?;
        // Every token is compared, so the time does not tell which one fits. Lengths are no secret.
        let mut found = 0u32;
        for (number, (known, _)) in (1u32..).zip(&self.grants).filter(|(_, (key, _))| !is_subject(key)) {
            found = u32::conditional_select(&found, &number, known.as_bytes().ct_eq(token));
        }
        let found = found.checked_sub(1).and_then(|place| self.grants.get(place as usize));
        let unknown =
            || Refusal::new(Reason::TOKEN_UNKNOWN, "the token is on no line of the server's grpc.tokens.file");
        found.map(|(_, grant)| grant.clone()).ok_or_else(unknown)
    }
}

fn is_subject(key: &str) -> bool {
    key.starts_with(SUBJECT_PREFIX)
}

/// Returns the entries of a file: the index of the line, its first word, and the other words. `#` begins a comment.
fn entries(text: &str) -> impl Iterator<Item = (usize, &str, SplitWhitespace<'_>)> {
    text.lines().enumerate().filter_map(|(index, line)| {
        let mut words = line.split('#').next()?.split_whitespace();
        Some((index, words.next()?, words))
    })
}

/// Reads the scopes, and `name=value` about the caller.
fn scopes_and_caller<'a>(
    words: impl Iterator<Item = &'a str>,
    defaults: Quota,
    known: &mut KnownCallers,
) -> Result<(Scopes, Caller), String> {
    let (mut scopes, mut quota, mut caller, mut rooms) = (Scopes::default(), defaults, DEFAULT_CALLER, None);
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            let scope = Scope::ALL.iter().find(|scope| scope.name() == word);
            let words = Scope::NAMES.join(", ");
            scopes =
                scopes.with(*scope.ok_or_else(|| format!("{} is no scope; there are {words}", without_token(word)))?);
            continue;
        };
        let no_name = || {
            let value = without_token(value);
            format!("{key}={value} is no caller's name: 1 to 32 lower-case letters, digits and -")
        };
        let name = || is_name(value).then_some(value).ok_or_else(no_name);
        let no_number = |_| format!("{key}={} is no number; 0 is no limit", without_token(value));
        let number = || value.parse::<u32>().map_err(no_number);
        match key {
            "caller" => caller = name()?,
            "rooms" => rooms = Some(name()?),
            "calls_per_s" => quota.calls_per_s = number()?,
            "calls_max" => quota.calls_max = number()?,
            "streams_max" => quota.streams_max = number()?,
            "connections_per_caller" => quota.connections_per_caller = number()?,
            _ => {
                let words = "caller, rooms, calls_per_s, calls_max, streams_max, connections_per_caller";
                return Err(format!("{} is nothing that is said of a caller; there are {words}", without_token(word)));
            }
        }
    }
    if scopes == Scopes::default() {
        return Err(String::from("the token has no scope"));
    }
    Ok((scopes, Caller::new(known, caller, rooms.unwrap_or(caller), quota)))
}

/// Writes a word for a message about the file. A long one may be a token, or may have one in it.
fn without_token(word: &str) -> String {
    if word.len() < LENGTH_MIN {
        return format!("{word:?}");
    }
    format!("a word of {} characters", word.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Tokens, String> {
        Tokens::read(text, Quota::default(), &mut KnownCallers::default())
    }

    const FILE_TEXT: &str = "# backends
0123456789abcdef decide rooms

fedcba9876543210-op decide rooms operator # ops
lobby-token-000001 decide rooms caller=lobby calls_per_s=100 calls_max=8
subject=tables.example decide rooms caller=tables
tools-token-000001 rooms caller=tools rooms=lobby
";

    fn check(header: Option<&str>, subjects: &[&str]) -> Result<(String, Scopes), Reason> {
        let mut headers = HeaderMap::new();
        header.map(|header| headers.insert(AUTHORIZATION, header.parse().unwrap()));
        let subjects: Vec<String> = subjects.iter().map(|&subject| subject.to_owned()).collect();
        let grant = read(FILE_TEXT).unwrap().check(&headers, &subjects).map_err(|refusal| refusal.reason())?;
        Ok((grant.caller.name().to_owned(), grant.scopes))
    }

    #[test]
    fn tokens_allow_their_scopes_and_name_their_callers() {
        let (name, scopes) = check(Some("Bearer 0123456789abcdef"), &[]).unwrap();
        assert!(scopes.has(Scope::Decide) && scopes.has(Scope::Rooms) && !scopes.has(Scope::Operator));
        assert_eq!(name, "default");
        assert_eq!(check(Some("bearer fedcba9876543210-op"), &[]), Ok((String::from("default"), Scopes::ALL)));
        assert_eq!(check(Some("Bearer lobby-token-000001"), &[]).unwrap().0, "lobby");
    }

    #[test]
    fn a_certificate_names_its_caller_where_no_token_does() {
        assert_eq!(check(None, &["other", "tables.example"]).unwrap().0, "tables");
        assert_eq!(check(Some("Bearer lobby-token-000001"), &["tables.example"]).unwrap().0, "lobby");
        assert_eq!(check(Some("Bearer nobody-token-00001"), &["tables.example"]), Err(Reason::TOKEN_UNKNOWN));
        assert_eq!(check(None, &["stranger.example"]), Err(Reason::TOKEN_MISSING));
    }

    #[test]
    fn calls_without_a_known_token_are_refused() {
        assert_eq!(check(None, &[]), Err(Reason::TOKEN_MISSING));
        assert_eq!(check(Some("Basic 0123456789abcdef"), &[]), Err(Reason::TOKEN_MISSING));
        for wrong in ["Bearer ", "Bearer 0123456789abcdeF", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0"] {
            assert_eq!(check(Some(wrong), &[]), Err(Reason::TOKEN_UNKNOWN), "{wrong}");
        }
    }

    #[test]
    fn a_file_may_name_more_callers_than_metrics_tell_apart() {
        let lines: String = (0..100).map(|number| format!("token-{number:012} decide caller=c{number}\n")).collect();
        assert_eq!(read(&lines).unwrap().grants.len(), 100);
    }

    #[test]
    fn files_are_read_strictly_and_secrets_are_not_shown() {
        let error = |text: &str| read(text).err().unwrap();
        assert_eq!(error("short decide"), "line 1: a token has 16 to 256 characters, this one has 5");
        let scope = "line 1: \"all\" is no scope; there are decide, rooms, operator, watch";
        assert_eq!(error("0123456789abcdef decide all"), scope);
        for word in ["密密密密fed987", "fedcba98765432==", "calls_max=fedcba9876543210", "rooms=FEDCBA9876543210"] {
            let problem = error(&format!("0123456789abcdef decide {word}"));
            assert!(problem.contains(" characters is no") && !problem.contains("987"), "{problem}");
        }
        assert_eq!(error("\n0123456789abcdef"), "line 2: the token has no scope");
        assert_eq!(error("# none"), "there is no token in it");
        assert!(error("0123456789abcdef decide caller=Lobby").contains("is no caller's name"));
        assert!(error("0123456789abcdef decide caller=a/b").contains("is no caller's name"));
        assert!(error("0123456789abcdef decide calls_max=-1").contains("is no number"));
        assert!(error("0123456789abcdef decide limit=1").contains("nothing that is said of a caller"));
        let two = "0123456789abcdef decide caller=a calls_max=1\n0123456789abcdeg decide caller=a calls_max=2";
        assert_eq!(error(two), "line 2: the caller \"a\" has other limits or rooms on an earlier line");
        let twice = "0123456789abcdef decide caller=a\n\n0123456789abcdef rooms caller=b";
        assert_eq!(error(twice), "line 3: the same stands on line 1: one of them would win");
        assert_eq!(read(FILE_TEXT).unwrap().grants.len(), 5);
    }

    #[test]
    fn a_removed_token_is_refused_even_if_the_rest_of_the_file_cannot_be_read() {
        let path = std::env::temp_dir().join(format!("thirdseat-revoked-{}", std::process::id()));
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        write("leaked-token-00001 decide\nkept-token-0000001 decide\n");
        let callers = Callers::load(path.to_str().unwrap(), Quota::default()).unwrap();
        let asks = |token: &str| {
            let headers = HeaderMap::from_iter([(AUTHORIZATION, format!("Bearer {token}").parse().unwrap())]);
            callers.check(&headers, &[]).map(|_| ()).map_err(|refusal| refusal.reason())
        };
        assert_eq!(asks("leaked-token-00001"), Ok(()));
        write("kept-token-0000001 decide\nnew-token-00000001 decyde\n");
        for _ in 0..2 {
            assert!(callers.reload().is_err(), "until it is mended");
            assert_eq!((asks("leaked-token-00001"), asks("kept-token-0000001")), (Err(Reason::TOKEN_UNKNOWN), Ok(())));
        }
        write("kept-token-0000001 decide\nnew-token-00000001 decide\n");
        assert_eq!((callers.reload(), asks("new-token-00000001")), (Ok(true), Ok(())));
        // A file that was read while it was written is the same again a moment later.
        write("");
        assert!(callers.reload().is_err() && asks("kept-token-0000001").is_err());
        write("kept-token-0000001 decide\nnew-token-00000001 decide\n");
        assert_eq!((callers.reload(), asks("kept-token-0000001")), (Ok(true), Ok(())));
        std::fs::remove_file(path).unwrap();
    }
}
