//! How messages become bytes: as tonic's own codec does it, with two things measured and mended. That one reads each byte
//! through the buffer of the connection, which took a third longer than reading the frame as one slice; and it takes eight
//! kilobytes twice for every call, for messages of one kilobyte at most.

use std::marker::PhantomData;

use prost::Message;
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, DecodeBuf, Decoder};
use tonic_prost::ProstEncoder;

use crate::frame::FromFrame;

/// A usual message fits; a larger one makes its buffer grow once.
const BUFFER_BYTES: usize = 1000;
/// The most bytes of a stream's answers that are sent together, as tonic does it.
const YIELD_BYTES: usize = 32 * 1024;

/// Messages as protobuf.
#[derive(Debug)]
pub struct WireCodec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for WireCodec<T, U> {
    fn default() -> WireCodec<T, U> {
        WireCodec(PhantomData)
    }
}

impl<T, U> Codec for WireCodec<T, U>
where
    T: Message + Send + 'static,
    U: FromFrame + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = ProstEncoder<T>;
    type Decoder = WireDecoder<U>;

    fn encoder(&mut self) -> ProstEncoder<T> {
        ProstEncoder::new(BufferSettings::new(BUFFER_BYTES, YIELD_BYTES))
    }

    fn decoder(&mut self) -> WireDecoder<U> {
        WireDecoder(PhantomData)
    }
}

/// Reads messages.
#[derive(Debug)]
pub struct WireDecoder<U>(PhantomData<U>);

impl<U: FromFrame> Decoder for WireDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, frame: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        U::from_frame(frame).map(Some)
    }

    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::new(BUFFER_BYTES, YIELD_BYTES)
    }
}
